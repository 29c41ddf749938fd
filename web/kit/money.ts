// Money is integer cents everywhere but on the glass.

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const plain = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** "$1,250.50"; with `wholeDollars`, "$125" where there are no cents. */
export function formatMoney(cents: number, { wholeDollars = false } = {}): string {
  const text = dollars.format(cents / 100)
  return wholeDollars && cents % 100 === 0 ? text.slice(0, -3) : text
}

/** The value of a money field, without the sign: "1,250.50". */
export const formatAmount = (cents: number) => plain.format(cents / 100)

const amount = /^\$?\s*(-?)(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d{0,2}))?$/

/** Cents of an amount as a person types it ("1,250.5", "$80"), or null. Read as decimal text: 1.005 is refused, never rounded. */
export function parseMoney(text: string): number | null {
  const found = amount.exec(text.trim())
  if (!found || (found[2] === undefined && !found[3])) return null
  const whole = Number((found[2] ?? '0').replaceAll(',', ''))
  const cents = whole * 100 + Number((found[3] ?? '').padEnd(2, '0'))
  return Number.isSafeInteger(cents) ? (found[1] === '-' ? -cents : cents) : null
}

const quantity = new Intl.NumberFormat('en-US', { maximumFractionDigits: 10 })

/** "1,200.5" */
export const formatQuantity = (value: number) => quantity.format(value)

/** A number as a person types it ("1,200.5"), or null. */
export function parseQuantity(text: string): number | null {
  const digits = text.replace(/[,\s]/g, '')
  return digits === '' || !Number.isFinite(Number(digits)) ? null : Number(digits)
}
