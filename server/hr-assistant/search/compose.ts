// Composes an answer from the sentences of its unit, and of a second unit for a question with two parts. Verbatim,
// without duplicates.
import type { Answer, Quoted } from './answers.ts'
import { type Passage, wordCount } from './passages.ts'
import { wordsOf } from './words.ts'

/** Maximum words of an answer, of an answer to several parts, and of a quotation. */
export const answerLimits = { one: 120, several: 200, quote: 90 } as const

export interface Quotation {
  passage: Passage
  /** An excerpt of the passage, verbatim. */
  quote: string
  /** The guide's note on how settled the rule is: "Status as of …". */
  status: string | null
}

export interface Composed {
  /** The sentence that answers the question. */
  direct: string
  /** The whole answer, a paragraph for each section. */
  response: string
  quotations: Quotation[]
}

export interface Part {
  quoted: readonly Quoted[]
}

export function composeAnswer(parts: readonly Pick<Answer, 'quoted'>[], reserved = 0): Composed {
  const limit = (parts.length > 1 ? answerLimits.several : answerLimits.one) - reserved
  const chosen = chooseSentences(
    parts.map(({ quoted }) => quoted),
    Math.max(40, limit),
  )
  const sections = new Map<Passage, string[]>()
  for (const { passage, text } of chosen) sections.set(passage, [...(sections.get(passage) ?? []), text])
  return {
    direct: chosen[0]?.text ?? '',
    response: [...sections.values()].map((sentences) => sentences.join(' ')).join('\n\n'),
    quotations: [...sections].map(([passage, sentences]) => ({
      passage,
      quote: quoteOf(passage, sentences),
      status: statusOf(passage),
    })),
  }
}

interface ChosenSentence {
  passage: Passage
  text: string
}

/**
 * Takes the first sentence of each part, then the others in turn up to the limit; skips sentences that repeat another.
 */
function chooseSentences(parts: readonly (readonly Quoted[])[], limit: number): ChosenSentence[] {
  const queues = parts.map((quoted) =>
    quoted.flatMap(({ passage, sentences }) => sentences.map((text) => ({ passage, text }))),
  )
  const chosen: { part: number; place: number; each: ChosenSentence }[] = []
  let words = 0
  const longest = Math.max(0, ...queues.map(({ length }) => length))
  for (let place = 0; place < longest; place++) {
    for (const [part, queue] of queues.entries()) {
      const each = queue[place]
      if (each === undefined || chosen.some((other) => isRepetition(other.each.text, each.text))) continue
      const count = wordCount(each.text)
      if (chosen.length > 0 && words + count > limit) continue
      words += count
      chosen.push({ part, place, each })
    }
  }
  return chosen.toSorted((a, b) => a.part - b.part || a.place - b.place).map(({ each }) => each)
}

const maxShared = 0.85

function isRepetition(a: string, b: string): boolean {
  const [one, other] = [termsIn(a), termsIn(b)]
  const shared = [...one].filter((term) => other.has(term)).length
  return shared / Math.min(one.size, other.size) >= maxShared
}

const termsIn = (text: string) => new Set(wordsOf(text).map(({ term }) => term))

/** From the first to the last selected sentence in one block, up to the limit. */
function quoteOf({ blocks }: Passage, sentences: readonly string[]): string {
  const block = blocks.find((each) => each.includes(sentences[0] ?? '')) ?? []
  const places = sentences.map((text) => block.indexOf(text)).filter((place) => place >= 0)
  const [from = 0] = places
  let quote = block[from] ?? sentences[0] ?? ''
  for (const text of block.slice(from + 1, Math.max(from, ...places) + 1)) {
    if (wordCount(quote) + wordCount(text) > answerLimits.quote) break
    quote = `${quote} ${text}`
  }
  return quote
}

/** The beginning of a guide's note on how settled a rule is. */
const statusBegins = 'Status as of '

export function statusOf({ blocks }: Passage): string | null {
  const sentences = blocks.flat()
  const at = sentences.findIndex((text) => text.startsWith(statusBegins))
  return at < 0 ? null : sentences.slice(at, at + 2).join(' ')
}
