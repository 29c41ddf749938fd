// Random choices that are the same on every run with the same seed.

/** Mulberry32: small, and the same everywhere. */
export function randomFrom(start: number) {
  let state = start
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number) => Math.floor(next() * n)
  return {
    below,
    /** Both ends included. */
    between: (least: number, most: number) => least + below(most - least + 1),
    oneOf: <T>(list: readonly T[]) => list[below(list.length)] as T,
    anyOf: <T>(list: readonly T[]): T | undefined => list[below(list.length)],
  }
}
