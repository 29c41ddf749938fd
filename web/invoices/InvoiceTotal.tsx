import { Money } from '../kit/Money.tsx'
import { type TypedLine, typedSums } from './invoice-form.ts'

/** What the lines come to as they are typed, tax included. */
export function InvoiceTotal({ lines, isExempt }: { lines: readonly TypedLine[]; isExempt: boolean }) {
  return (
    <>
      Total{' '}
      <output aria-label="Total" className="ml-1 text-panel text-ink">
        <Money cents={typedSums(lines, isExempt).total} />
      </output>
    </>
  )
}
