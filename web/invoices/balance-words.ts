import { formatMoney } from '../kit/money.ts'

/** What is due, and how much of it is overdue. */
export function balanceWords(balance: number, overdue: number): { balance: string; overdue: string | null } {
  if (balance === 0) return { balance: 'No balance due', overdue: null }
  const words = `Balance due: ${formatMoney(balance)}`
  if (overdue === 0) return { balance: words, overdue: null }
  return {
    balance: words,
    overdue: overdue === balance ? 'All of it is overdue' : `${formatMoney(overdue)} is overdue`,
  }
}
