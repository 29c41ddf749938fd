// The answers of the library: each unit with its sentences where the library has them, and the sections that no unit quotes.
import type { AnswerUnit } from './answer-units.ts'
import { type LibraryIndex, placeOf } from './library-index.ts'
import type { Passage } from './passages.ts'
import { wordsOf } from './words.ts'

/** Sentences of one passage that belong to an answer. */
export interface Quoted {
  passage: Passage
  sentences: string[]
}

/** An answer of the library: a unit, or a section that no unit quotes. */
export interface Answer {
  id: string
  unit: AnswerUnit | null
  quoted: Quoted[]
  /** The heading of the section that contains it. */
  heading: string
}

export const answersIn = (units: readonly AnswerUnit[], library: LibraryIndex): Answer[] =>
  [...units.map((unit) => answerOf(unit, library)), ...unquoted(units, library)].filter(
    ({ quoted }) => quoted.length > 0,
  )

/** Locates a unit's sentences in the current library: verbatim, or the most similar one if the section was edited. */
function answerOf(unit: AnswerUnit, library: LibraryIndex): Answer {
  const quoted = unit.answer.flatMap(({ at, say }): Quoted[] => {
    const passage = library.passages.find((each) => placeOf(each) === at)
    if (passage === undefined) return []
    const held = passage.blocks.flat()
    const exact = say.filter((sentence) => held.includes(sentence))
    const sentences = exact.length === say.length ? exact : nearestOf(say, held)
    return sentences.length === 0 ? [] : [{ passage, sentences }]
  })
  return { id: unit.id, unit, quoted, heading: quoted[0]?.passage.heading ?? unit.id }
}

/** Minimum share of words for a sentence that replaces an edited one. */
const minShared = 0.5

function nearestOf(say: readonly string[], held: readonly string[]): string[] {
  const wordsIn = (text: string) => new Set(wordsOf(text).map(({ term }) => term))
  const near = say.flatMap((sentence) => {
    const own = wordsIn(sentence)
    const [best] = held
      .map((text) => ({ text, shared: [...wordsIn(text)].filter((term) => own.has(term)).length / own.size }))
      .toSorted((a, b) => b.shared - a.shared)
    return best === undefined || best.shared < minShared ? [] : [best.text]
  })
  return held.filter((text) => near.includes(text))
}

const maxSentences = 4

/** Sections that no unit quotes: added or written by the firm. */
function unquoted(units: readonly AnswerUnit[], library: LibraryIndex): Answer[] {
  const quoted = new Set(units.flatMap(({ answer }) => answer.map(({ at }) => at)))
  return library.passages
    .filter((passage) => passage.kind === 'law' && !quoted.has(placeOf(passage)))
    .map((passage) => ({
      id: placeOf(passage),
      unit: null,
      quoted: [{ passage, sentences: passage.blocks.flat().slice(0, maxSentences) }],
      heading: passage.heading,
    }))
}
