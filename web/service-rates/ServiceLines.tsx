import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useController } from 'react-hook-form'
import { LineEditor } from '../kit/LineEditor.tsx'
import { blankServiceLine, lineOfRate, serviceColumns, type TypedServiceLine } from './service-lines.ts'
import { ServiceRatePicker } from './ServiceRatePicker.tsx'

type ServiceLinesProps<Values extends FieldValues, Sent> = {
  name: FieldPath<Values>
  control: Control<Values, unknown, Sent>
}

/** The services of a proposal or a contract: from rate cards or of one's own, hours × rate, with their live sum. */
export function ServiceLines<Values extends FieldValues, Sent>({ name, control }: ServiceLinesProps<Values, Sent>) {
  const { field } = useController({ name, control })
  const lines = field.value as TypedServiceLine[]
  return (
    <LineEditor
      label="Services"
      name={name}
      control={control}
      columns={serviceColumns}
      blank={blankServiceLine}
      add="Add a custom line"
      empty="Add a service from a rate card, or a line of your own."
    >
      <ServiceRatePicker
        label="Add from a rate card"
        className="min-w-0 flex-1 basis-64"
        onChoose={(rate, pricing) => field.onChange([...lines, lineOfRate(rate, pricing)])}
      />
    </LineEditor>
  )
}
