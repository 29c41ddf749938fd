/** Parses "5.75" with 1000 units to a percent as 5750; null if it is not a percentage or has too many decimals. */
export function parsePercent(text: string, perPercent: number): number | null {
  const decimals = String(perPercent).length - 1
  const found = new RegExp(`^(\\d{1,3})?(?:\\.(\\d{0,${decimals}}))?\\s*%?$`).exec(text.trim())
  if (found === null || (found[1] === undefined && !found[2])) return null
  return Number(found[1] ?? 0) * perPercent + Number((found[2] ?? '').padEnd(decimals, '0'))
}
