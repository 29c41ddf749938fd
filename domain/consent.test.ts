import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { consentFor, consentText, consentVersion } from './consent.ts'

const provider = { name: 'ProHR', address: '1 Main Street', phone: '(804) 555-0100', email: 'hello@example.com' }

/** What each version says, for this provider. A change of words is a new version, and a new line here. */
const published: Record<string, string> = {
  '1': '554c2cc7848d2ccecc7dd3827f12b9aa7d6d37a37482629dd25187dabdd79b64',
}

it('the words of a version never change', () => {
  expect(createHash('sha256').update(consentText(provider)).digest('hex')).toBe(published[consentVersion])
})

it('the kept text is all that is shown, and nothing else', () => {
  const { title, sections, agreement, intent } = consentFor(provider)
  const shown = [title, ...sections.flatMap((section) => [section.title, section.text]), agreement, intent]
  expect(consentText(provider).split(/\n+/)).toEqual(shown)
})

it('whom to reach for paper is said by phone, e-mail and address', () => {
  const paper = consentFor(provider).sections.find(({ title }) => title === 'Paper instead')
  for (const way of Object.values(provider)) expect(paper?.text).toContain(way)
})
