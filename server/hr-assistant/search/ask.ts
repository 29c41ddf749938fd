// One question from end to end: understood, searched for, answered from the library or declined.
import { leastConfidence, noConfidence } from '../../../domain/hr-assistant.ts'
import type { OtherJurisdiction } from '../jurisdiction.ts'
import { composeAnswer } from './answer.ts'
import { confidenceFeatures, confidenceOf, isBarred } from './confidence.ts'
import type { LibraryIndex } from './library-index.ts'
import type { Passage } from './passages.ts'
import { understand } from './question.ts'
import { search } from './ranking.ts'
import { scopeOf } from './scope.ts'

export interface Found {
  declined: boolean
  /** Whose law the question asks for, where that is not Virginia's. */
  elsewhere: OtherJurisdiction | null
  /** The point; of a question that was declined, nothing. */
  response: string
  /** 50 or more for an answer, less for a question that was declined. */
  confidence: number
  passages: { passage: Passage; quote: string }[]
  /** Of the policies that were found, the likeliest first. */
  slugs: string[]
}

/** @param reserved how many words of the answer are spoken for already */
export function answerFrom(text: string, index: LibraryIndex, reserved = 0): Found {
  const scope = scopeOf(text)
  const question = understand(scope.rest, index)
  const signals = search(question, index)
  const slugs = [...new Set(signals.found.map(({ passage }) => passage.policy.slug))].slice(0, 3)
  const barred = isBarred(scope) || signals.found.length === 0
  const cites = question.citations.some((section) => index.words.has(section))
  const confidence = barred ? noConfidence : confidenceOf(confidenceFeatures(question, signals, index), cites)
  if (confidence < leastConfidence)
    return { declined: true, elsewhere: scope.elsewhere, response: '', confidence, passages: [], slugs }
  const { point, quotations } = composeAnswer(question, signals.found, index, reserved)
  return { declined: false, elsewhere: null, response: point, confidence, passages: quotations, slugs }
}
