import type { ReactNode } from 'react'
import { type FieldArrayPath, type FieldPath, useWatch } from 'react-hook-form'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import type { PortalForm } from '../kit/form-with.ts'
import { LineEditor } from '../kit/LineEditor.tsx'
import { ServiceRatePicker } from '../service-rates/ServiceRatePicker.tsx'
import { blankLine, lineColumns, type LineFormValues, lineOfCard } from './invoice-form.ts'
import { texts } from './words.ts'

type InvoiceLinesProps<Values extends { lineItems: LineFormValues[] }, Sent> = {
  form: Pick<PortalForm<Values, Sent>, 'control' | 'register'>
  /** Shown while there is no line. */
  empty: string
  /** The label of each line's checkbox for sales tax; null if all lines are taxed alike. */
  taxed: string | null
  /** Next to a picker of rate cards and the "Add line" button. */
  children?: ReactNode
  /** False for a credit note, whose lines come from the invoice. */
  offersRateCards?: boolean
}

/** The lines of an invoice, of an invoice plan, or of a credit note. */
export function InvoiceLines<Values extends { lineItems: LineFormValues[] }, Sent>(
  props: InvoiceLinesProps<Values, Sent>,
) {
  const { form, empty, taxed, children, offersRateCards = true } = props
  // The form has these fields; the compiler can't see that in the paths of a generic form.
  const name = 'lineItems' as FieldArrayPath<Values>
  const taxedOf = (index: number) => `lineItems.${index}.taxed` as FieldPath<Values>
  const lines = useWatch({ control: form.control, name: name as FieldPath<Values> }) as LineFormValues[]
  const hasNotes = lines.some((line) => noteOf(line) !== null)
  const more = (index: number) => (
    <>
      <p className="text-meta text-ink-3 empty:hidden">{noteOf(lines[index])}</p>
      {taxed !== null && <CheckboxField label={taxed} {...form.register(taxedOf(index))} />}
    </>
  )
  return (
    <LineEditor<Values, Sent, LineFormValues>
      label="Lines"
      name={name}
      control={form.control}
      columns={lineColumns}
      blank={blankLine}
      add="Add line"
      empty={empty}
      more={taxed !== null || hasNotes ? more : undefined}
    >
      {(append) => (
        <>
          {offersRateCards && (
            <ServiceRatePicker
              label="Add from a rate card"
              className="min-w-0 flex-1 basis-64"
              onChoose={(rate, pricing) => append(lineOfCard(rate, pricing))}
            />
          )}
          {children}
        </>
      )}
    </LineEditor>
  )
}

/** Where a line comes from, if that matters for it. */
const noteOf = (line: LineFormValues | undefined): string | null =>
  line?.timeLineId !== undefined ? texts.recordedTime : line?.serviceRateId !== undefined ? texts.fromRateCard : null
