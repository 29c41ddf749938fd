// Detects the language of a question: English, Spanish, or unsupported.
import { eld } from 'eld/small'
import type { AnswerLanguage } from '../../../domain/hr-assistant.ts'
import type { Lexicon } from './spelling.ts'
import { wordsOf } from './words.ts'

const spanishSigns =
  /[¿¡ñ]|\b(?:el|los|las|una|del|para|por|que|qu[eé]|cu[aá]n\w*|c[oó]mo|mi|puedo|tengo|trabajo|empleados?|pago|horas)\b/gi

/** Names and short questions count as English, because the detector needs a few words. */
export function languageOf(text: string, lexicon: Pick<Lexicon, 'knows'>): AnswerLanguage | 'other' {
  const letters = text.match(/\p{L}/gu) ?? []
  const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter))
  if (letters.length === 0) return 'en'
  if (latin.length < letters.length / 2) return 'other'
  const words = wordsOf(text).filter(({ kind }) => kind === 'word')
  const known = words.filter(({ surface }) => lexicon.knows(surface)).length / Math.max(1, words.length)
  const { language } = eld.detect(text)
  if (language === 'es' && (known < 0.6 || (text.match(spanishSigns)?.length ?? 0) >= 2)) return 'es'
  if (language === 'en' || known >= 0.5 || words.length < 3) return 'en'
  return 'other'
}

const english = 'We can answer questions in English only. Ask in English, or ask our team.'
const spanish = 'Solo podemos responder preguntas en inglés. Pregunte en inglés o consulte a nuestro equipo.'

export const languageText = (language: 'es' | 'other'): string =>
  language === 'es'
    ? 'Todavía no podemos responder esta pregunta en español. Puede enviarla a nuestro equipo, que le responderá en los mensajes de su carpeta, o hacerla en inglés.'
    : `${english}\n\n${spanish}`
