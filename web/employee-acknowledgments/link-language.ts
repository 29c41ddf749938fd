import { useEffect, useState } from 'react'
import { Language, languageAmong } from '../../domain/language.ts'

/** The start of the token names the link; without the rest it opens nothing. */
const storedUnder = (token: string) => `portal-language-${token.slice(0, 8)}`

const storedFor = (token: string): Language | null =>
  Language.safeParse(localStorage.getItem(storedUnder(token))).data ?? null

/**
 * The language that was chosen for this link in this browser; else Spanish where the employer says so; else the
 * browser's (`navigator.languages` is what it sends as Accept-Language).
 * @param employeeLanguage undefined until it is known
 */
export function useLinkLanguage(token: string, employeeLanguage: Language | undefined) {
  const [chosen, setChosen] = useState(() => storedFor(token))
  const language = chosen ?? (employeeLanguage === 'es' ? 'es' : languageAmong(navigator.languages))
  function choose(next: Language) {
    localStorage.setItem(storedUnder(token), next)
    setChosen(next)
  }
  useDocumentLanguage(language)
  return [language, choose] as const
}

function useDocumentLanguage(language: Language) {
  useEffect(() => {
    document.documentElement.lang = language
    return () => void (document.documentElement.lang = 'en')
  }, [language])
}
