// A passage as it is shown and stored.
import type { AssistantPassage } from '../../../domain/hr-assistant.ts'
import { type Passage, wordCount } from './passages.ts'

const maxQuotedWords = 60

export const asPassage = ({ policy, heading, anchor }: Passage, quote: string): AssistantPassage => ({
  policyId: policy.id,
  slug: policy.slug,
  title: policy.title,
  heading,
  anchor,
  quote,
  asOf: policy.asOf ?? null,
})

/** Whole sentences of the first block, verbatim. */
export function shortQuote([block = []]: string[][]): string {
  let quote = block[0] ?? ''
  for (const sentence of block.slice(1)) {
    if (wordCount(quote) + wordCount(sentence) > maxQuotedWords) break
    quote = `${quote} ${sentence}`
  }
  return quote
}
