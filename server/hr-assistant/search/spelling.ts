// Corrects misspelled words to the most similar known word.
import type { Vocabulary } from './vocabulary.ts'
import { emptyWords, wordsOf } from './words.ts'

export interface Lexicon {
  knows(word: string): boolean
  /** The long form of an abbreviation, or null. */
  shortFor(word: string): string | null
  /** Possible corrections, best first, each with a probability. */
  near(word: string): { word: string; belief: number }[]
}

/** Common abbreviations, and typos that are other words. */
const shortForms = new Map(
  Object.entries({
    ppl: 'people',
    hrs: 'hours',
    hr: 'hour',
    yr: 'year',
    yrs: 'years',
    yo: 'year',
    mins: 'minutes',
    wk: 'week',
    wks: 'weeks',
    mgr: 'manager',
    dept: 'department',
    emp: 'employee',
    emps: 'employees',
    ee: 'employee',
    ees: 'employees',
    biz: 'business',
    docs: 'documents',
    info: 'information',
    app: 'application',
    apps: 'applications',
    govt: 'government',
    gov: 'government',
    co: 'company',
    min: 'minimum',
    max: 'maximum',
    pls: 'please',
    plz: 'please',
    thx: 'thanks',
    bc: 'because',
    cuz: 'because',
    u: 'you',
    ur: 'your',
    r: 'are',
    n: 'and',
    b4: 'before',
    rn: 'now',
    asap: 'soon',
    ot: 'overtime',
    pt: 'part',
    ft: 'full',
    vaca: 'vacation',
    vacay: 'vacation',
    sal: 'salary',
    mo: 'month',
    mos: 'months',
    wanna: 'want',
    gonna: 'going',
    gotta: 'must',
    sched: 'schedule',
    temp: 'temporary',
    temps: 'temporary',
    perf: 'performance',
    eval: 'evaluation',
    evals: 'evaluations',
    mil: 'military',
    preg: 'pregnant',
    acct: 'account',
    reqs: 'requirements',
    req: 'required',
    supe: 'superintendent',
    sup: 'supervisor',
    doin: 'doing',
    workin: 'working',
    payin: 'paying',
    firin: 'firing',
  }),
)

export function lexiconOf(surfaces: readonly string[], vocabulary: Vocabulary): Lexicon {
  const counts = new Map<string, number>()
  const count = (word: string, by = 1) => void counts.set(word, (counts.get(word) ?? 0) + by)
  for (const word of surfaces) count(word)
  for (const lines of vocabulary.asked.values())
    for (const line of lines) for (const { surface } of wordsOf(line)) count(surface)
  for (const { surface } of vocabulary.names) count(surface, 2)
  const likely = new Map(counts)
  // Known, but never a correction: an unknown word must not become one that is outside the library.
  for (const lines of vocabulary.outside.values())
    for (const line of lines) for (const { surface } of wordsOf(line)) count(surface, 0)
  for (const word of emptyWords) likely.set(word, 20)
  const byKey = new Map<string, string[]>()
  const byEmail = new Map<string, string[]>()
  for (const word of likely.keys()) {
    if (word.length < 3) continue
    push(byKey, keyOf(word), word)
    for (const letter of new Set(word.slice(0, 2))) push(byEmail, letter, word)
  }
  const memory = new Map<string, { word: string; belief: number }[]>()
  return {
    knows: (word) =>
      counts.has(word) ||
      vocabulary.plain.has(word) ||
      emptyWords.has(word) ||
      (word.length > 3 && counts.has(word.replace(/s$/, ''))),
    shortFor: (word) => shortForms.get(word) ?? null,
    near(word) {
      const known = memory.get(word)
      if (known !== undefined) return known
      const found = nearest(word, likely, byKey, byEmail)
      // Bound the memory: users can send any number of different typos.
      if (memory.size > 5000) memory.clear()
      memory.set(word, found)
      return found
    },
  }
}

const push = <K>(map: Map<K, string[]>, key: K, word: string) => {
  const list = map.get(key)
  if (list === undefined) map.set(key, [word])
  else list.push(word)
}

function nearest(
  word: string,
  counts: Map<string, number>,
  byKey: Map<string, string[]>,
  byEmail: Map<string, string[]>,
) {
  if (word.length < 3) return []
  const maxEdits = word.length <= 4 ? 1 : word.length <= 7 ? 2 : 3
  const alike = new Set(byKey.get(keyOf(word)) ?? [])
  const found: { word: string; cost: number }[] = []
  for (const candidate of new Set([...alike, ...(byEmail.get(word[0] as string) ?? [])])) {
    if (Math.abs(candidate.length - word.length) > maxEdits) continue
    const sounds = alike.has(candidate)
    const distance = editsBetween(word, candidate, maxEdits)
    if (distance > maxEdits) continue
    const start = candidate[0] === word[0] ? 0 : 0.5
    const cost = distance + start - (sounds ? 0.8 : 0) - 0.12 * Math.log(1 + (counts.get(candidate) ?? 0))
    if (cost / word.length < 0.34) found.push({ word: candidate, cost })
  }
  found.sort((a, b) => a.cost - b.cost || (a.word < b.word ? -1 : 1))
  const lowest = found[0]?.cost ?? 0
  return found
    .filter(({ cost }) => cost - lowest < 0.45)
    .slice(0, 3)
    .map(({ word: near }, i) => ({ word: near, belief: i === 0 ? 0.9 : 0.45 }))
}

/**
 * A rough phonetic key: "skool" and "school", "nite" and "night", "certificaton" and "certification" have the same key.
 */
function keyOf(word: string): string {
  const sound = word
    .replace(/^kn/, 'n')
    .replace(/^wr/, 'r')
    .replace(/ph/g, 'f')
    .replace(/(sch|ch(?=r)|ck|qu|q|c(?![eihy]))/g, 'k')
    .replace(/c/g, 's')
    .replace(/gh/g, '')
    .replace(/(tio|sio|cio|tia|cia)/g, 'sh')
    .replace(/z/g, 's')
    .replace(/x/g, 'ks')
    .replace(/dg|j/g, 'g')
  return (
    sound[0] +
    sound
      .slice(1)
      .replace(/[aeiouyhw]/g, '')
      .replace(/(.)\1+/g, '$1')
  )
}

/** Damerau–Levenshtein distance (insertions, deletions, substitutions, transpositions), up to `maxEdits`. */
export function editsBetween(a: string, b: string, maxEdits: number): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let lowest = i
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, (last[j - 1] as number) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] as number) + 1)
      row.push(cost)
      lowest = Math.min(lowest, cost)
    }
    if (lowest > maxEdits) return maxEdits + 1
    before = last
    last = row
  }
  return last[b.length] as number
}
