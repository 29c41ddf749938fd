// The worker thread that answers questions from the library, so that no question blocks other requests (library.ts).
import { noConfidence } from '../../domain/hr-assistant.ts'
import { sectionsOf } from '../hr-policies/markdown.ts'
import { asksForRules, jurisdictionText, otherJurisdiction } from './jurisdiction.ts'
import { nextStepsFor } from './next-steps.ts'
import { bundledUnits } from './search/answer-units.ts'
import { answerFrom, type Engine } from './search/ask.ts'
import { type CheckedQuestion, matchChecked, readChecked } from './search/checked.ts'
import { statusOf } from './search/compose.ts'
import { type Embedder, loadEmbedder, StoredVectors } from './search/embedder.ts'
import { languageOf, languageText } from './search/language.ts'
import { indexLibrary } from './search/library-index.ts'
import { indexQuestions } from './search/question-index.ts'
import { QuestionModel } from './search/question-model.ts'
import { understand } from './search/question.ts'
import { asPassage, shortQuote } from './search/quote.ts'
import { search } from './search/ranking.ts'
import { bundledVocabulary } from './search/vocabulary.ts'
import type {
  LibraryAnswer,
  AnswerRequest,
  LibraryText,
  SearchReply,
  SearchRequest,
  StoredAnswer,
} from './search-messages.ts'

interface Loaded {
  policies: string
  engine: Engine
  checked: CheckedQuestion<StoredAnswer>[]
}

let loaded: Loaded | null = null
let learned: Promise<{ embedder: Embedder; stored: StoredVectors; model: QuestionModel }> | null = null

export default async function handle(request: SearchRequest): Promise<SearchReply> {
  if (request.do === 'load') {
    loaded = await load(request.text)
    return { loaded: true }
  }
  if (loaded === null) return null
  const { library } = loaded.engine
  if (request.do === 'answer') return { answered: await answer(request, loaded) }
  if (request.do === 'find') {
    const { found } = search(understand(request.words, library), library)
    return {
      passages: found.slice(0, request.count).map(({ passage }) => asPassage(passage, shortQuote(passage.blocks))),
    }
  }
  const passage = library.passages.find(
    ({ policy, anchor }) => policy.id === request.policyId && anchor === request.anchor,
  )
  return { passages: passage === undefined ? [] : [asPassage(passage, shortQuote(passage.blocks))] }
}

async function load({ policies, answers }: LibraryText): Promise<Loaded> {
  const text = JSON.stringify(policies)
  // Reuse the policy index, which takes a second to build; a verified answer does not change it.
  const engine = loaded?.policies === text ? loaded.engine : await engineFor(policies)
  return {
    policies: text,
    engine,
    checked: answers.map((answer) => readChecked(answer, answer.question, engine.library)),
  }
}

async function engineFor(policies: LibraryText['policies']): Promise<Engine> {
  learned ??= loadEmbedder().then((embedder) => ({
    embedder,
    stored: StoredVectors.read(),
    model: QuestionModel.read(),
  }))
  const { embedder, stored, model } = await learned
  const read = policies.map(({ content, ...policy }) => ({ ...policy, sections: sectionsOf({ content }) }))
  const library = await indexLibrary(read, loaded?.engine.library.vocabulary ?? bundledVocabulary())
  return { library, questions: await indexQuestions(bundledUnits(), library, stored, embedder, model), embedder }
}

const none = {
  language: 'en' as const,
  response: '',
  direct: null,
  applies: null,
  passages: [],
  nextSteps: [],
  likeQuestion: null,
  choices: [],
  answerIds: [],
  material: [],
  verifiedAnswerId: null,
}

/** Limit of sentences that a language model is shown. */
const maxMaterial = 30

async function answer(
  { query, reserved, context, employer }: AnswerRequest,
  { engine, checked }: Loaded,
): Promise<LibraryAnswer> {
  const language = languageOf(query, engine.library.lexicon)
  // Before the verified answers, which are about Virginia, and before a Spanish question is declined as such.
  const elsewhere = otherJurisdiction(query)
  if (elsewhere !== null && asksForRules(query))
    return {
      ...none,
      kind: 'other-jurisdiction',
      language: language === 'es' ? 'es' : 'en',
      response: jurisdictionText(elsewhere, language === 'es' ? 'es' : 'en'),
      confidence: noConfidence,
    }
  const match = elsewhere === null ? matchChecked(query, checked, engine.library) : null
  if (match !== null) {
    const { id, answer: response, passages } = match.answer
    return {
      ...none,
      kind: 'answer',
      response,
      direct: response,
      confidence: match.confidence,
      passages,
      verifiedAnswerId: id,
    }
  }
  const unreadable = (): LibraryAnswer => ({
    ...none,
    kind: 'other-language',
    language: language === 'es' ? 'es' : 'en',
    response: languageText(language === 'es' ? 'es' : 'other'),
    confidence: noConfidence,
  })
  if (language === 'other') return unreadable()
  const found = await answerFrom(query, engine, { context, employer, reserved, isSpanish: language === 'es' })
  const { kind, confidence, passages, answers, choices, likeQuestion } = found
  if (language === 'es' && kind !== 'answer') return unreadable()
  if (kind === 'clarify')
    return { ...none, kind, response: 'Which of these do you mean?', confidence, choices, likeQuestion }
  if (kind === 'not-found') return { ...none, kind, confidence, choices }
  const quoted = answers.flatMap((each) => each.quoted)
  return {
    ...none,
    kind,
    language,
    response: found.response,
    direct: found.direct,
    applies: found.applies,
    confidence,
    passages: passages.map(({ passage, quote, status }) => ({ ...asPassage(passage, quote), status })),
    nextSteps: nextStepsFor(answers, engine.library),
    likeQuestion,
    answerIds: answers.map(({ id }) => id),
    material: quoted
      .flatMap(({ passage }) =>
        passage.blocks
          .flat()
          .map((text) => ({ passage: { ...asPassage(passage, text), status: statusOf(passage) }, text })),
      )
      .slice(0, maxMaterial),
  }
}
