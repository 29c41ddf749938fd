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
