// Answers one question: reads it, matches it with the indexed questions, and answers from the library or declines.
import type { Employer } from '../../../domain/audience.ts'
import { minConfidence, noConfidence } from '../../../domain/hr-assistant.ts'
import type { OtherJurisdiction } from '../jurisdiction.ts'
import type { Answer } from './answers.ts'
import { applicability, employerIn } from './employer.ts'
import { type Composed, composeAnswer, type Quotation } from './compose.ts'
import { confidenceOf, tiedMatches } from './confidence.ts'
import type { Embedder } from './embedder.ts'
import type { LibraryIndex } from './library-index.ts'
import { type Match, type Matches, matchQuestion, mayAnswer } from './match-question.ts'
import type { QuestionIndex } from './question-index.ts'
import { type Question, understand } from './question.ts'
import { type Scope, scopeOf } from './scope.ts'

export interface Engine {
  library: LibraryIndex
  questions: QuestionIndex
  embedder: Embedder
}

/** The previous question of the thread, and its answers. */
export interface Context {
  query: string
  answers: readonly string[]
}

export interface SearchResult {
  kind: 'answer' | 'not-found' | 'clarify'
  /** The other jurisdiction that the question asks about, if any. */
  elsewhere: OtherJurisdiction | null
  /** The sentences of the answer; empty for a declined question. */
  response: string
  direct: string
  /** Whether the answer applies to this employer, as a sentence. */
  applies: string | null
  /** 50 or more for an answer, less for a declined question. */
  confidence: number
  passages: Quotation[]
  /** Ordered by score. */
  answers: Answer[]
  /** The most similar indexed question. */
  likeQuestion: string | null
  /** Suggested questions, when three answers tie or the question is declined. */
  choices: string[]
  /** Guides found, ordered by score. */
  slugs: string[]
}

export interface AnswerOptions {
  context?: Context | null | undefined
  employer?: Employer | undefined
  /** Words of the answer's limit that are already used. */
  reserved?: number | undefined
  isSpanish?: boolean | undefined
}

const unknownEmployer: Employer = { headCount: null, sector: null }
const maxChoices = 3
/** Answers that are given together. */
const maxGiven = 2
/** The vectors are trained on English and rate all Spanish texts as similar, so the words must match too. */
const minSpanishLikeness = 0.4

export async function answerFrom(text: string, engine: Engine, options: AnswerOptions = {}): Promise<SearchResult> {
  const scope = scopeOf(text)
  const { matches, asked } = await matchInContext(scope.rest, engine, options.context ?? null)
  const answerAt = (match: Match) => engine.questions.answers[match.answer] as Answer
  const slugs = [
    ...new Set(
      matches.found.slice(0, 8).flatMap((match) => answerAt(match).quoted.map(({ passage }) => passage.policy.slug)),
    ),
  ].slice(0, 3)
  const isFar = options.isSpanish === true && (matches.found[0]?.likeness ?? 0) < minSpanishLikeness
  const confidence = isBarred(scope) || isFar || matches.found.length === 0 ? noConfidence : confidenceOf(matches)
  const none = { response: '', direct: '', applies: null, passages: [], answers: [], likeQuestion: null, slugs }
  const nearest = matches.found.slice(0, 8).map(answerAt)
  if (confidence < minConfidence)
    return {
      ...none,
      kind: 'not-found',
      elsewhere: scope.elsewhere,
      confidence,
      choices: isBarred(scope) ? [] : questionsOf(nearest).slice(0, maxChoices),
    }
  const tie = tiedMatches(matches, (a, b) => guideOf(answerAt(a)) === guideOf(answerAt(b))).map(answerAt)
  // Two tied answers are both given; of three the user chooses.
  if (tie.length > maxGiven)
    return {
      ...none,
      kind: 'clarify',
      elsewhere: null,
      confidence: minConfidence - 1,
      choices: questionsOf(tie),
    }
  const [best] = matches.found as [Match]
  const others = tie.length > 1 ? tie.slice(1) : await otherPart(scope.rest, matches, engine)
  const answers = [answerAt(best), ...(others.length > 0 ? others : closeSecond(matches, answerAt))]
  const composed: Composed = composeAnswer(answers, options.reserved)
  const { unit } = answerAt(best)
  return {
    kind: 'answer',
    elsewhere: null,
    response: composed.response,
    direct: composed.direct,
    applies: unit === null ? null : applicability(unit, employerIn(asked, options.employer ?? unknownEmployer)),
    confidence,
    passages: composed.quotations,
    answers,
    likeQuestion: best.likest === '' ? null : best.likest,
    choices: [],
    slugs: [...new Set([...composed.quotations.map(({ passage }) => passage.policy.slug), ...slugs])].slice(0, 3),
  }
}

/** Never answered, however similar: another state's law, personal data, only instructions to the model. */
const isBarred = (scope: Scope): boolean =>
  scope.elsewhere !== null || scope.neverHeld || (scope.orders && scope.rest.trim() === '')

const guideOf = ({ unit, quoted }: Answer) => unit?.guide ?? quoted[0]?.passage.policy.slug ?? ''

/** Where two answers of one guide differ by less, the second has facts that the first lacks in three of ten. */
const closeMargin = 0.15

/** The second answer, if it is of the same guide and almost as near: the answer then has both. */
function closeSecond({ found: [first, second] }: Matches, answerAt: (match: Match) => Answer): Answer[] {
  if (first === undefined || second === undefined || first.score - second.score >= closeMargin) return []
  return guideOf(answerAt(first)) === guideOf(answerAt(second)) ? [answerAt(second)] : []
}

/** The first phrased question of each answer, or its section's heading. */
const questionsOf = (answers: readonly Answer[]): string[] => [
  ...new Set(answers.map(({ unit, heading }) => unit?.questions[0] ?? heading)),
]

export const matchText = (text: string, engine: Engine): Promise<Matches> =>
  matchRead(understand(text, engine.library), engine)

async function matchRead(question: Question, { library, questions, embedder }: Engine): Promise<Matches> {
  const [vector] = (await embedder.embed([question.text])) as [Float32Array]
  return matchQuestion(question, vector, questions, library)
}

/**
 * How much more confident the match must be with the previous question, in percent; and the bonus for an answer from
 * its guides.
 */
const contextMargin = 10
const sameGuide = 0.08

/** Openings and words that refer to the previous question. */
const follows =
  /^(?:and|but|so|or|what about|how about|what if|then|also|ok(?:ay)?|does (?:it|that|this)|is (?:it|that|this)|y |pero|entonces)\b/i
const refersBack = /\b(?:it|that|this|they|them|those|these|he|she|him|her|there|instead|eso|esto|ellos)\b/i
/** A short question without them may still be a follow-up if its topic is in the library. */
const minBelonging = 0.5
const maxWordsAlone = 12

/** Matches the question alone and with the previous one, and returns the more confident match. */
async function matchInContext(text: string, engine: Engine, context: Context | null) {
  const alone = await matchText(text, engine)
  if (context === null) return { matches: alone, asked: text }
  const isFollowUp = follows.test(text.trim()) || refersBack.test(text)
  const isShort = text.trim().split(/\s+/).length <= maxWordsAlone
  if (!follows.test(text.trim()) && (!isShort || (!isFollowUp && alone.belongs < minBelonging)))
    return { matches: alone, asked: text }
  const both = `${context.query} ${text}`
  const together = await matchText(both, engine)
  const guides = new Set(
    engine.questions.answers.filter(({ id }) => context.answers.includes(id)).map((answer) => guideOf(answer)),
  )
  const near = together.found
    .map((match) => {
      const own = alone.found.find(({ answer }) => answer === match.answer)
      const isNear = guides.has(guideOf(engine.questions.answers[match.answer] as Answer))
      return { ...match, score: (match.score + (own?.score ?? 0)) / 2 + (isNear ? sameGuide : 0) }
    })
    .toSorted((a, b) => b.score - a.score)
  const joined: Matches = {
    ...together,
    found: near,
  }
  const isClearer = confidenceOf(joined) > confidenceOf(alone) + (isFollowUp ? -contextMargin : contextMargin)
  return isClearer ? { matches: joined, asked: both } : { matches: alone, asked: text }
}

/** Minimum confidence for the answer to a second part. */
const minPartConfidence = 90
/**
 * The answer to a part must be near for the whole question too: "Is that legal?" alone has any answer. It is among this
 * many and of the same guide as the first, or almost as near as the first.
 */
const maxNear = 20
const maxBehind = 0.3

/** The answer to another part of the question: "What must a pay stub show and how are deductions allowed?" has two. */
async function otherPart(text: string, whole: Matches, engine: Engine): Promise<Answer[]> {
  const { answers } = engine.questions
  const [first, ...others] = whole.found.slice(0, maxNear)
  if (first === undefined || text.length > maxPartedCharacters) return []
  const guideAt = ({ answer }: Match) => guideOf(answers[answer] as Answer)
  const possible = others
    .filter((other) => guideAt(other) === guideAt(first) || first.score - other.score < maxBehind)
    .map(({ answer }) => answer)
  for (const part of partsOf(text)) {
    const question = understand(part, engine.library)
    if (!mayAnswer(question, possible, engine.questions)) continue
    const matches = await matchRead(question, engine)
    const [best] = matches.found
    if (best !== undefined && possible.includes(best.answer) && confidenceOf(matches) >= minPartConfidence)
      return [answers[best.answer] as Answer]
  }
  return []
}

const maxPartsSearched = 3
/** Longer questions are stories, whose sentences are not separate questions. */
const maxPartedCharacters = 300

const partsOf = (text: string): string[] => {
  const parts = text
    .split(
      /[?;]|,?\s(?:and|also|y)\s(?=(?:how|what|when|who|where|can|do|does|is|are|must|may|should|which|qué|cómo|cuándo)\b)/i,
    )
    .filter((part) => part.trim().split(/\s+/).length >= 3)
  return parts.length < 2 ? [] : parts.slice(0, maxPartsSearched)
}
