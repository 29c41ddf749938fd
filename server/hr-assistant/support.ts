// Whether a sentence that a language model wrote rests on a passage: its figures, its citations, its words, and what it denies.
import { isEmpty, type Word, wordsOf } from './search/words.ts'

/** Of a sentence's words at least so many stand in the sentence of the passage that it rests on. */
const leastShare = 0.7
/** A figure belongs to the words before it, and a denial to those after it; neither may wander to others. */
const nearWords = 10
const wordsOfFigure = 4

/** @param sources sentences of the passages, each whole. @returns whether one of them bears the sentence */
export function isSupported(sentence: string, sources: readonly string[]): boolean {
  const words = wordsOf(withoutMarks(sentence))
  if (words.filter(isContent).length < 2) return false
  return sources.some((source) => bears(words, wordsOf(source)))
}

/** "[2]" and the like: where the model says that it has it from. */
export const withoutMarks = (sentence: string): string => sentence.replace(/(?<!\s)\s*\[\d+\]/g, '')

const isContent = (word: Word) => word.kind === 'word' && !isEmpty(word) && !isDenial(word)

function bears(words: Word[], held: Word[]): boolean {
  const terms = new Set(held.map(({ term }) => term))
  if (!words.every(({ kind, term }) => kind === 'word' || terms.has(term))) return false
  const content = words.filter(isContent)
  if (content.filter(({ term }) => terms.has(term)).length / content.length < leastShare) return false
  if (!deniesAlike(words, held)) return false
  return words.every((word, i) => word.kind !== 'number' || standsAlike(words, i, held))
}

const denials = new Set(
  (
    'not no never nobody none neither nor without cannot cant dont doesnt isnt arent wont shouldnt mustnt neednt unlawful illegal ' +
    'forbids forbid forbidden prohibits prohibit prohibited bars bar barred bans ban banned exempt optional voluntary unless except only'
  ).split(' '),
)

const isDenial = ({ surface }: Word) => denials.has(surface)

/** What the sentence denies the source denies, and what the source denies the sentence does not say as if it held. */
function deniesAlike(sentence: Word[], source: Word[]): boolean {
  const inSource = new Set(source.map(({ term }) => term))
  const inSentence = new Set(sentence.map(({ term }) => term))
  const own = deniedIn(sentence, (after) => after.find(({ term }) => inSource.has(term)))
  const other = deniedIn(source, ([first]) => (first !== undefined && inSentence.has(first.term) ? first : undefined))
  return (
    own.every((term) => term !== undefined && isDeniedIn(source, term)) &&
    other.every((term) => term === undefined || isDeniedIn(sentence, term))
  )
}

/** For each denial the word that it is about, chosen from the content that follows it. */
const deniedIn = (words: Word[], choose: (after: Word[]) => Word | undefined): (string | undefined)[] =>
  words.flatMap((word, i) => (isDenial(word) ? [choose(words.slice(i + 1).filter(isContent))?.term] : []))

const isDeniedIn = (words: Word[], denied: string): boolean =>
  words.some((word, i) => isDenial(word) && words.slice(i + 1, i + 1 + nearWords).some(({ term }) => term === denied))

/** Most of the words before a figure, or after one that comes first, stand before the same figure in the source. */
function standsAlike(words: Word[], at: number, held: Word[]): boolean {
  const figure = words[at]?.term
  const before = words.slice(0, at).filter(isContent).slice(-wordsOfFigure)
  const after = words
    .slice(at + 1)
    .filter(isContent)
    .slice(0, wordsOfFigure)
  const own = before.length > 0 ? before : after
  return held.some((word, i) => {
    if (word.term !== figure) return false
    const near = held.slice(Math.max(0, i - nearWords), before.length > 0 ? i : i + nearWords).map(({ term }) => term)
    return own.filter(({ term }) => near.includes(term)).length > own.length / 2
  })
}
