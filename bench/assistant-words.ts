// Fits how much each word speaks for a question that the library answers: descent on the likelihood, with a pull towards nothing.

export interface Example {
  signs: string[]
  belongs: boolean
  weight: number
}

const rounds = 15
const step = 0.3
const pull = 0.004
/** A word that stands in one example alone, or says next to nothing, is left out. */
const leastExamples = 2
const leastWeight = 0.25

export function fitWords(examples: readonly Example[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { signs } of examples) for (const sign of signs) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  const all = examples.map((example) => ({
    ...example,
    signs: example.signs.filter((sign) => (counts.get(sign) ?? 0) >= leastExamples),
  }))
  const weights = new Map<string, number>()
  const slopes = new Map<string, number>()
  let bias = 0
  for (let round = 0; round < rounds; round++)
    for (const { signs, belongs, weight } of shuffled(all, round)) {
      const by = 2 / Math.sqrt(Math.max(1, signs.length))
      const sum = bias + by * signs.reduce((total, sign) => total + (weights.get(sign) ?? 0), 0)
      const off = weight * (1 / (1 + Math.exp(-sum)) - (belongs ? 1 : 0))
      bias -= 0.02 * off
      for (const sign of signs) {
        const old = weights.get(sign) ?? 0
        const slope = off * by + pull * old
        const steepness = (slopes.get(sign) ?? 0.01) + slope * slope
        slopes.set(sign, steepness)
        weights.set(sign, old - (step * slope) / Math.sqrt(steepness))
      }
    }
  return new Map(
    [...weights].filter(([, weight]) => Math.abs(weight) >= leastWeight).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** The same order each time it is run, another one in each round. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const result = [...items]
  let state = seed + 1
  for (let i = result.length - 1; i > 0; i--) {
    state = (state * 1103515245 + 12345) % 2147483648
    const j = state % (i + 1)
    const [a, b] = [result[i] as T, result[j] as T]
    result[i] = b
    result[j] = a
  }
  return result
}
