import type { ReactNode } from 'react'
import type { Control, FieldArrayPath, FieldValues } from 'react-hook-form'
import { LineEditor } from '../kit/LineEditor.tsx'
import { blankServiceLine, lineOfRate, serviceColumns } from './service-lines.ts'
import { ServiceRatePicker } from './ServiceRatePicker.tsx'

type ServiceLinesProps<Values extends FieldValues, Sent> = {
  name: FieldArrayPath<Values>
  control: Control<Values, unknown, Sent>
  /** Below the fields of each line. */
  more?: (index: number) => ReactNode
}

/** The services of a proposal or a contract: from rate cards or of one's own, hours × rate, with their live sum. */
export function ServiceLines<Values extends FieldValues, Sent>(props: ServiceLinesProps<Values, Sent>) {
  const { name, control, more } = props
  return (
    <LineEditor
      label="Services"
      name={name}
      control={control}
      columns={serviceColumns}
      blank={blankServiceLine}
      add="Add a custom line"
      empty="Add a service from a rate card, or a custom line."
      more={more}
    >
      {(append) => (
        <ServiceRatePicker
          label="Add from a rate card"
          className="min-w-0 flex-1 basis-64"
          onChoose={(rate, pricing) => append(lineOfRate(rate, pricing))}
        />
      )}
    </LineEditor>
  )
}
