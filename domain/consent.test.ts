import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { consentFor, consentText, consentVersion } from './consent.ts'

const provider = { name: 'ProHR', address: '1 Main Street', phone: '(804) 555-0100', email: 'hello@example.com' }

/** The hash of each version, for this provider. A changed text is a new version, and a new line here. */
const published: Record<string, string> = {
  '1': '554c2cc7848d2ccecc7dd3827f12b9aa7d6d37a37482629dd25187dabdd79b64',
  '2': '704e5ae77f53c974f1bae9ef17d57a561de0005574e5c78223119524b8068da7',
  '3': '71a5565b939cf5241d11990be62682eb3bdd1690a2eafbd57fd876a44819d718',
}

it('the text of a published version never changes', () => {
  expect(createHash('sha256').update(consentText(provider)).digest('hex')).toBe(published[consentVersion])
})

it('the stored text is exactly what is shown', () => {
  const { title, summary, sections, agreement, intent } = consentFor(provider)
  const shown = [title, summary, ...sections.flatMap((section) => [section.title, section.text]), agreement, intent]
  expect(consentText(provider).split(/\n+/)).toEqual(shown)
})

it('a paper copy can be requested by phone, email, and mail', () => {
  const paperCopy = consentFor(provider).sections.find(({ title }) => title === 'Paper instead')
  for (const way of Object.values(provider)) expect(paperCopy?.text).toContain(way)
})
