// Texts in the reader's language: ICU messages by key, one catalog for each language (docs/decisions/0127). Lingui formats them;
// server/emails/translations.ts is the same for emails.
import { type I18n, setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { I18nProvider, useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { asEntered, type Language, languages, locales, withoutEscapes } from '../../domain/language.ts'
import { officeZone } from '../../domain/time.ts'

export type Catalogs<Key extends string> = Record<Language, Record<Key, string>>

/** Returns a text, with the values of its placeholders. */
export type Translate<Key extends string> = (key: Key, values?: Record<string, string | number>) => string

/** @param catalogs the English texts, and their translations with the same keys */
export function translationsFrom<Key extends string>(catalogs: Catalogs<Key>): Record<Language, I18n> {
  const compiled = (language: Language) => {
    const messages = Object.fromEntries(
      Object.entries<string>(catalogs[language]).map(([key, text]) => [key, compileMessageOrThrow(text)]),
    )
    const locale = locales[language]
    return setupI18n({ locale, messages: { [locale]: messages } })
  }
  return { en: compiled('en'), es: compiled('es') }
}

/** The texts of the pages inside. */
export function Translated({ texts, children }: { texts: I18n; children: ReactNode }) {
  return <I18nProvider i18n={texts}>{children}</I18nProvider>
}

const longDate = { timeZone: officeZone, month: 'long', day: 'numeric', year: 'numeric' } as const

/** The texts of the surrounding <Translated>. A folder declares which keys it has. */
export function useTexts<Key extends string>() {
  const { i18n } = useLingui()
  const t: Translate<Key> = (key, values) => asEntered(i18n._(key, withoutEscapes(values)))
  return {
    t,
    language: languages.find((language) => locales[language] === i18n.locale) ?? 'en',
    /** The office's date of an instant: "January 12, 2026" */
    formatLongDate: (instant: string) => i18n.date(instant, longDate),
  }
}
