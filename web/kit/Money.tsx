import { formatMoney } from './money.ts'

/** Integer cents as dollars, in tabular figures. */
export function Money({ cents, wholeDollars }: { cents: number; wholeDollars?: boolean }) {
  return <span className="tabular whitespace-nowrap">{formatMoney(cents, { wholeDollars })}</span>
}
