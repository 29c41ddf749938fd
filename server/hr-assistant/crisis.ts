// Detects messages about a crisis before they are answered.
import { join } from 'node:path'
import type { AnswerLanguage, CrisisKind } from '../../domain/hr-assistant.ts'
import { CrisisModel, featuresOf } from './crisis-model.ts'

const texts: Record<AnswerLanguage, Record<CrisisKind, string>> = {
  en: {
    'self-harm':
      'Please talk to someone now. Call or text 988, the Suicide & Crisis Lifeline, at any hour. If someone is in danger right now, call 911.',
    threat:
      'If anyone is in danger, get to a safe place and call 911 now. If you might hurt someone, call or text 988 at any hour.',
    medical: 'Call 911 now. Stay with the person, and do what the dispatcher tells you.',
    fire: 'Get everyone out and call 911 now. Stay outside until the fire department says it’s safe.',
    child:
      'If a child is in danger now, call 911. To report suspected abuse or neglect, call the Virginia child abuse hotline, 1-800-552-7096, at any hour.',
  },
  es: {
    'self-harm':
      'Por favor, hable con alguien ahora. Llame o envíe un mensaje de texto al 988, la línea de prevención del suicidio y crisis, a cualquier hora. Si alguien está en peligro en este momento, llame al 911.',
    threat:
      'Si alguien está en peligro, vaya a un lugar seguro y llame al 911 ahora. Si usted podría lastimar a alguien, llame o envíe un mensaje de texto al 988 a cualquier hora.',
    medical: 'Llame al 911 ahora. Quédese con la persona y haga lo que le indiquen por teléfono.',
    fire: 'Haga salir a todos y llame al 911 ahora. Quédese afuera hasta que los bomberos digan que es seguro.',
    child:
      'Si un menor está en peligro ahora, llame al 911. Para reportar un posible abuso o negligencia, llame a la línea de abuso infantil de Virginia, 1-800-552-7096, a cualquier hora.',
  },
}

/** Whom to call. */
export const crisisText = ({ kind, language }: Pick<Crisis, 'kind' | 'language'>): string => texts[language][kind]

export interface Crisis {
  kind: CrisisKind
  language: AnswerLanguage
  /** Otherwise it may also be a question that resembles a crisis, and is answered as well. */
  isCertain: boolean
}

/**
 * Threshold for a crisis, below even odds: a miss is worse than a false alarm. tests/assistant/fit-crisis-weights.ts shows
 * the misses and false alarms it causes.
 */
const crisisScore = -0.8
/** From here on the reply is the crisis text alone: 1 in 76 of the library's own questions by others, most of them about a crisis. */
const certainScore = 0.4

const folder = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? '../../content' : 'content')
export const crisisWeightsFile = join(folder, 'assistant-crisis-weights.bin')
let loaded: CrisisModel | null = null

/** Reads the weights ahead of the first question. */
export const loadCrises = (): CrisisModel => (loaded ??= CrisisModel.read(crisisWeightsFile))

/** Returns the crisis that a message is about, or null. */
export const findCrisis = (text: string): Crisis | null => crisisIn(text, loadCrises())

/** @param model fitting passes others than the one in use */
export function crisisIn(text: string, model: CrisisModel): Crisis | null {
  const { score, kind } = model.judge(featuresOf(text))
  return score < crisisScore ? null : { kind, language: languageOf(text), isCertain: score >= certainScore }
}

// Words that only one of the languages has.
const spanish = new Set(
  'el la los las de que un una mi se y por con le lo su esta hay ya al del para muy yo quiero tengo dice soy'.split(
    ' ',
  ),
)
const english = new Set(
  'the to is my and i of in he she it at was im on for that with have has his her dont not we you this there'.split(
    ' ',
  ),
)

function languageOf(text: string): AnswerLanguage {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'\u2018\u2019]/gu, '')
    .match(/[a-z]+/g)
  const countOf = (list: ReadonlySet<string>) => new Set(words?.filter((word) => list.has(word))).size
  return countOf(spanish) > countOf(english) ? 'es' : 'en'
}
