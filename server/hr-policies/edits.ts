// The fewest edits that make one list another (E. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986).

export interface Run<T> {
  kind: 'same' | 'removed' | 'added'
  items: T[]
}

/**
 * What was removed stands before what was added in its place; what stayed is told as the newer list has it.
 * @returns null where more than `most` items were removed or added: the work grows with their square
 */
export function editsBetween<T>(old: T[], young: T[], isSame: (a: T, b: T) => boolean, most: number): Run<T>[] | null {
  const trace = furthestPlaces(old, young, isSame, most)
  if (trace === null) return null
  // Backwards from the end: each step is one edit, and before it (seen from the beginning: after it) what stayed.
  const steps: { kind: Run<T>['kind']; item: T }[] = []
  let [x, y] = [old.length, young.length]
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const before = trace[edits] as Map<number, number>
    const k = x - y
    const isAdded = comesFromAbove(before, k, edits)
    const from = isAdded ? k + 1 : k - 1
    const [startX, startY] = edits === 0 ? [0, 0] : [at(before, from), at(before, from) - from]
    const [middleX, middleY] = edits === 0 ? [0, 0] : isAdded ? [startX, startY + 1] : [startX + 1, startY]
    for (; x > middleX && y > middleY; x--, y--) steps.push({ kind: 'same', item: young[y - 1] as T })
    if (edits > 0)
      steps.push(isAdded ? { kind: 'added', item: young[startY] as T } : { kind: 'removed', item: old[startX] as T })
    ;[x, y] = [startX, startY]
  }
  return runsOf(steps.toReversed())
}

const at = (places: Map<number, number>, k: number) => places.get(k) ?? -1
const comesFromAbove = (places: Map<number, number>, k: number, edits: number) =>
  k === -edits || (k !== edits && at(places, k - 1) < at(places, k + 1))

/** For each number of edits, how far into the old list one comes on each diagonal, before that edit is made. */
function furthestPlaces<T>(old: T[], young: T[], isSame: (a: T, b: T) => boolean, most: number) {
  const trace: Map<number, number>[] = []
  const places = new Map([[1, 0]])
  for (let edits = 0; edits <= most; edits++) {
    trace.push(new Map(places))
    for (let k = -edits; k <= edits; k += 2) {
      let x = comesFromAbove(places, k, edits) ? at(places, k + 1) : at(places, k - 1) + 1
      while (x < old.length && x - k < young.length && isSame(old[x] as T, young[x - k] as T)) x++
      places.set(k, x)
      if (x >= old.length && x - k >= young.length) return trace
    }
  }
  return null
}

/** Neighbours of one kind together; among edits, what was removed first. */
function runsOf<T>(steps: { kind: Run<T>['kind']; item: T }[]): Run<T>[] {
  const runs: Run<T>[] = []
  let edits: Record<'removed' | 'added', T[]> = { removed: [], added: [] }
  const put = (kind: Run<T>['kind'], items: T[]) => {
    const last = runs.at(-1)
    if (last?.kind === kind) last.items.push(...items)
    else if (items.length > 0) runs.push({ kind, items: [...items] })
  }
  for (const { kind, item } of steps) {
    if (kind !== 'same') edits[kind].push(item)
    else {
      put('removed', edits.removed)
      put('added', edits.added)
      edits = { removed: [], added: [] }
      put('same', [item])
    }
  }
  put('removed', edits.removed)
  put('added', edits.added)
  return runs
}
