// An inverted index over numbered items, with the weight of each term in each item.

/** For each term, the numbers of the items that contain it, in order, and its weights. */
export class Postings {
  readonly #items = new Map<string, number[]>()
  readonly #weights = new Map<string, number[]>()
  readonly #totals = new Map<string, number>()
  size = 0

  add(weights: Map<string, number>): void {
    const item = this.size++
    for (const [term, weight] of weights) {
      let items = this.#items.get(term)
      let of = this.#weights.get(term)
      if (items === undefined || of === undefined) {
        items = []
        of = []
        this.#items.set(term, items)
        this.#weights.set(term, of)
      }
      items.push(item)
      of.push(weight)
    }
  }

  has(term: string): boolean {
    return this.#items.has(term)
  }

  /** The number of items that contain the term. */
  count(term: string): number {
    return this.#items.get(term)?.length ?? 0
  }

  /** The term's total weight over all items. */
  sum(term: string): number {
    let total = this.#totals.get(term)
    if (total === undefined) {
      total = (this.#weights.get(term) ?? []).reduce((sum, weight) => sum + weight, 0)
      this.#totals.set(term, total)
    }
    return total
  }

  terms(): Iterable<string> {
    return this.#items.keys()
  }

  /** The term's weight in one item; 0 if the item does not contain it. */
  weightIn(term: string, item: number): number {
    const items = this.#items.get(term)
    if (items === undefined) return 0
    let low = 0
    let high = items.length - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const at = items[middle] as number
      if (at === item) return this.#weights.get(term)?.[middle] ?? 0
      if (at < item) low = middle + 1
      else high = middle - 1
    }
    return 0
  }

  /** Adds the term's weight to the sum of each item. */
  addTo(sums: Float64Array, term: string, worth: number): void {
    const items = this.#items.get(term)
    const weights = this.#weights.get(term)
    if (items === undefined || weights === undefined) return
    for (let i = 0; i < items.length; i++) {
      const item = items[i] as number
      sums[item] = (sums[item] as number) + worth * (weights[i] as number)
    }
  }
}

/** The item numbers of the `count` largest positive sums, in descending order. */
export function indexesOfLargest(sums: Float64Array, count: number): number[] {
  const best: number[] = []
  for (let item = 0; item < sums.length; item++) {
    const sum = sums[item] as number
    if (sum <= 0) continue
    if (best.length === count && sum <= (sums[best.at(-1) as number] as number)) continue
    let place = best.length
    while (place > 0 && (sums[best[place - 1] as number] as number) < sum) place--
    best.splice(place, 0, item)
    if (best.length > count) best.pop()
  }
  return best
}
