// The languages of what employees read: their emails, and the pages that they open without an account.
import { z } from 'zod'

export const languages = ['en', 'es'] as const
export const Language = z.enum(languages, 'Choose a language.')
export type Language = z.infer<typeof Language>

export const languageLabels: Record<Language, string> = { en: 'English', es: 'Spanish' }

/** Each in itself, so that its readers recognize it. */
export const languageNames: Record<Language, string> = { en: 'English', es: 'Español' }

/** For plurals, numbers, and dates. */
export const locales: Record<Language, string> = { en: 'en-US', es: 'es-US' }

/** @param preferred language tags in the reader's order, as in Accept-Language: "es-MX", "en" */
export function languageAmong(preferred: readonly string[]): Language {
  const known = preferred.map((tag) => languages.find((language) => language === tag.toLowerCase().split('-')[0]))
  return known.find((language) => language !== undefined) ?? 'en'
}

/** Lingui decodes escape sequences such as \u0041, also in what people wrote: it gets another character for the backslash. */
const backslash = '\uFDD0'

/** Values of placeholders for Lingui; `asEntered` is its opposite. */
export const withoutEscapes = (values: Record<string, string | number> = {}): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\\', backslash) : value,
    ]),
  )

export const asEntered = (text: string): string => text.replaceAll(backslash, '\\')
