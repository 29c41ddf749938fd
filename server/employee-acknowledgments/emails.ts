import { employeeHandbookPath, linkDays } from '../../domain/employee-acknowledgment.ts'
import type { Language } from '../../domain/language.ts'
import { type Email, firm } from '../kit/record.ts'
import { translationsFrom } from '../emails/translations.ts'
import { english } from './english-words.ts'
import { spanish } from './spanish-words.ts'

interface Addressee {
  email: string
  name: string
  language: Language
}

const translations = translationsFrom({ en: english, es: spanish })

/** The subject of an email has at most 60 characters. */
const shortName = (name: string) => (name.length <= 22 ? name : `${name.slice(0, 21).trimEnd()}…`)

/**
 * In the employee's language. Names the employer, whose name the team entered: an employee does not know the firm. Only
 * the Spanish one says that the handbook is in English.
 */
export function handbookToAcknowledge(
  { language, ...to }: Addressee,
  employer: string,
  token: string,
  isReminder: boolean,
): Email {
  const t = translations[language]
  return {
    to: { ...to, userId: null },
    subject: t(isReminder ? 'reminder' : 'subject', { firm, employer: shortName(employer) }),
    lines: [
      t('what', { firm, employer }),
      ...(language === 'en' ? [] : [t('inEnglish')]),
      t('link', { days: linkDays }),
    ],
    link: { label: t('read'), path: employeeHandbookPath(token) },
    about: 'employee-handbook',
    language,
  }
}
