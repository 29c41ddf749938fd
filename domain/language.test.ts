import { expect, it } from 'vitest'
import { Language, languageAmong } from './language.ts'

it.each([
  [['es-MX', 'en'], 'es'],
  [['ES'], 'es'],
  [['en-US', 'es'], 'en'],
  [['fr', 'es-419', 'en'], 'es'],
])('of %j, a page is first shown in %s', (preferred, language) => {
  expect(languageAmong(preferred)).toBe(language)
})

it.each([[[]], [['fr', 'de']], [['']], [['est']]])('of %j, a page is first shown in English', (preferred) => {
  expect(languageAmong(preferred)).toBe('en')
})

it.each(['fr', 'ES', 'es-MX', '', null, 7])('%j is not a language of the portal', (language) => {
  expect(Language.safeParse(language).error?.issues[0]?.message).toBe('Choose a language.')
})
