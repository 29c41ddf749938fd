// The arithmetic of the independent calculation, in whole cents. It imports nothing of the portal, so that a mistake there is not
// repeated here.

export interface Line {
  description: string
  /** In hundredths: 250 are 2.5 hours. */
  hundredths: number
  /** In cents; negative for a discount. */
  rate: number
  /** Counts only while the firm charges sales tax by line. */
  isTaxed: boolean
}

export interface TaxSetting {
  mode: 'off' | 'rate' | 'by-line'
  /** In thousandths of a percent. */
  rate: number
}

export const sum = (amounts: Iterable<number>): number => {
  let total = 0
  for (const amount of amounts) total += amount
  return total
}

/** Rounded half up; both are whole and the numerator is not negative. */
const divided = (numerator: number, denominator: number) => {
  const rest = numerator % denominator
  return (numerator - rest) / denominator + (rest * 2 >= denominator ? 1 : 0)
}

/** Hours times rate; a discount is rounded like the same charge. */
export const lineCents = ({ hundredths, rate }: Pick<Line, 'hundredths' | 'rate'>): number =>
  rate < 0 ? -divided(hundredths * -rate, 100) : divided(hundredths * rate, 100)

export const timeCents = (minutes: number, hourlyRate: number): number => divided(minutes * hourlyRate, 60)

export function taxCents(lines: readonly Line[], { mode, rate }: TaxSetting, isExempt: boolean): number {
  if (mode === 'off' || isExempt) return 0
  const base = sum(lines.filter(({ isTaxed }) => mode === 'rate' || isTaxed).map(lineCents))
  return base > 0 ? divided(base * rate, 100_000) : 0
}

/** The cents of a part, where the whole has `cents`. */
export const shareCents = (cents: number, part: number, whole: number): number => divided(cents * part, whole)

/** Cents of an amount in dollars, such as "-1250.50". */
export function centsOf(dollars: string): number {
  const [, sign, whole, cents = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(dollars) ?? []
  if (whole === undefined) throw new Error(`This is not an amount in dollars: ${dollars}`)
  const amount = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
  return sign === '-' && amount !== 0 ? -amount : amount
}
