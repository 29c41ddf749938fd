// Texts in the reader's language: ICU messages by key, one catalog for each language. web/kit/translations.tsx is the same for
// the pages.
import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { asEntered, type Language, locales, withoutEscapes } from '../../domain/language.ts'

/** Returns a text, with the values of its placeholders. */
export type Translate<Key extends string> = (key: Key, values?: Record<string, string | number>) => string

/** @param catalogs the English texts, and their translations with the same keys */
export function translationsFrom<Key extends string>(
  catalogs: Record<Language, Record<Key, string>>,
): Record<Language, Translate<Key>> {
  const translate = (language: Language): Translate<Key> => {
    const locale = locales[language]
    const messages = Object.fromEntries(
      Object.entries<string>(catalogs[language]).map(([key, text]) => [key, compileMessageOrThrow(text)]),
    )
    const i18n = setupI18n({ locale, messages: { [locale]: messages } })
    return (key, values) => asEntered(i18n._(key, withoutEscapes(values)))
  }
  return { en: translate('en'), es: translate('es') }
}
