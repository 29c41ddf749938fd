import type { TaxTerms } from '../../domain/sales-tax.ts'
import { Money } from '../kit/Money.tsx'
import { type LineFormValues, formTotals } from './invoice-form.ts'

/** What the lines come to as they are typed, tax included. */
export function InvoiceTotal({ lines, tax }: { lines: readonly LineFormValues[]; tax: TaxTerms }) {
  return (
    <>
      Total{' '}
      <output aria-label="Total" className="ml-1 text-panel text-ink">
        <Money cents={formTotals(lines, tax).total} />
      </output>
    </>
  )
}
