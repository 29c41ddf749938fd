// Detects messages about a crisis before any search. The patterns are in content/assistant-crises.yaml.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type AnswerLanguage, CrisisKind } from '../../domain/hr-assistant.ts'
import { readContent } from '../kit/yaml.ts'
import { type CrisisModel, readCrisisModel } from './crisis-model.ts'
import { editsBetween } from './search/spelling.ts'

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

/** The whole reply to a message about a crisis. */
export const crisisText = ({ kind, language }: Crisis): string => texts[language][kind]

export interface Crisis {
  kind: CrisisKind
  language: AnswerLanguage
}

const Lines = z.array(z.string().min(1))
const CrisesFile = z.strictObject({
  groups: z.record(z.string(), z.string()),
  harmless: Lines,
  general: z.string(),
  question: z.string(),
  now: z.string(),
  languages: z.strictObject({ es: z.string(), en: z.string() }),
  concepts: z.record(z.string(), z.string()),
  spelling: z.record(z.string(), z.string()),
  crises: z.record(
    CrisisKind,
    z.strictObject({
      signs: z.string(),
      certain: Lines,
      likely: Lines.optional(),
      es: Lines,
      esLikely: Lines.optional(),
    }),
  ),
})

/** The kind with the most matching lines wins; on a tie, the first in this order. */
const kinds = ['child', 'self-harm', 'threat', 'medical', 'fire'] as const

/** Limit of distinct unknown words in a message that are spell-checked against the pattern words. */
const maxCorrected = 60

/** Added to the learned score for a matching line. */
const lineScores = { certain: 2, likely: 1 }
/** Threshold for a crisis. tests/assistant/fit-crisis-weights.ts shows the misses and false alarms it causes. */
export const crisisScore = 0.2

/** Returns the crisis that a message is about, or null. */
export function findCrisis(text: string): Crisis | null {
  return crisisIn(text, (model ??= readCrisisModel(folder)))
}

/** Reads and compiles the files ahead of the first question. */
export function loadCrises(): void {
  loaded ??= load()
  model ??= readCrisisModel(folder)
}

/** @param learned the model; fitting passes others than the one in use */
export function crisisIn(text: string, learned: CrisisModel): Crisis | null {
  const { kind, isCertain, isSpanish } = matchLines(text)
  const { score, kind: likeliest } = learned.judge(text, kind)
  if (score + (kind === null ? 0 : lineScores[isCertain ? 'certain' : 'likely']) < crisisScore) return null
  return { kind: likeliest, language: isSpanish ? 'es' : 'en' }
}

/** The kind of crisis that the pattern lines match, and the language. */
export function matchLines(text: string): { kind: CrisisKind | null; isCertain: boolean; isSpanish: boolean } {
  const { spelling, harmless, general, question, now, minor, spanish, english, lines, signs } = (loaded ??= load())
  const read = correct(tokensOf(text), spelling).join(' ').concat(' ')
  const message = `${harmless.reduce((rest, phrase) => rest.replace(phrase, ' |'), ` | ${read}| `)} `
  const isGeneral = (general.test(` ${read}`) || question.test(` | ${read}`)) && !now.test(` ${read}`)
  let best: { kind: CrisisKind; count: number; isCertain: boolean } | null = null
  for (const kind of kinds) {
    const matching = lines[kind].filter(({ isCertain, pattern }) => (isCertain || !isGeneral) && pattern.test(message))
    const isSigned = !isGeneral && (kind !== 'child' || minor.test(message)) && countOf(signs[kind], message) >= 2
    const count = matching.length + (isSigned ? 0.5 : 0)
    if (count > (best?.count ?? 0)) best = { kind, count, isCertain: matching.some(({ isCertain }) => isCertain) }
  }
  return {
    kind: best?.kind ?? null,
    isCertain: best?.isCertain ?? false,
    isSpanish: countOf(spanish, message) > countOf(english, message),
  }
}

const countOf = (pattern: RegExp, message: string) =>
  new Set([...message.matchAll(pattern)].map(([found]) => found)).size

interface Line {
  pattern: RegExp
  isCertain: boolean
}

interface Loaded {
  harmless: RegExp[]
  general: RegExp
  question: RegExp
  now: RegExp
  spanish: RegExp
  english: RegExp
  /** Patterns for a person under eighteen, in both languages. */
  minor: RegExp
  lines: Record<CrisisKind, Line[]>
  signs: Record<CrisisKind, RegExp>
  spelling: Spelling
}

interface Spelling {
  aliases: ReadonlyMap<string, string>
  known: ReadonlySet<string>
  /** Words of the pattern file by first letter. */
  words: ReadonlyMap<string, string[]>
}

const folder = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? '../../content' : 'content')
let loaded: Loaded | null = null
let model: CrisisModel | null = null

function load(): Loaded {
  const file = CrisesFile.parse(readContent(folder, 'assistant-crises'))
  const patternOf = (line: string, flags = '') => new RegExp(` ${compile(line, file.groups)}(?= )`, flags)
  const oneOf = (phrases: string) => new RegExp(` (?:${splitList(phrases).join('|')}) `)
  const wordsOf = (list: string) => new RegExp(` (?:${splitList(list).join('|')})(?= )`, 'g')
  const linesOf = (lines: readonly string[], isCertain: boolean): Line[] =>
    lines.map((line) => ({ pattern: patternOf(line), isCertain }))
  return {
    harmless: file.harmless.map((line) => patternOf(line, 'g')),
    general: oneOf(file.general),
    question: new RegExp(
      `[|] (?:(?:so|hi|hello|hey|and|but|ok|quick question) )?(?:${splitList(file.question).join('|')}) `,
    ),
    now: oneOf(file.now),
    spanish: wordsOf(file.languages.es),
    english: wordsOf(file.languages.en),
    minor: patternOf('<minor>/<minores>'),
    lines: Object.fromEntries(
      kinds.map((kind) => {
        const { certain, likely = [], es, esLikely = [] } = file.crises[kind]
        return [kind, [...linesOf([...certain, ...es], true), ...linesOf([...likely, ...esLikely], false)]]
      }),
    ) as Record<CrisisKind, Line[]>,
    signs: Object.fromEntries(
      kinds.map((kind) => {
        const words = splitList(file.crises[kind].signs).map((sign) => choiceOf(sign, file.groups))
        return [kind, new RegExp(` (?:${words.join('|')})(?= )`, 'g')]
      }),
    ) as Record<CrisisKind, RegExp>,
    spelling: spellingOf(file),
  }
}

const splitList = (list: string) => list.split(',').map((phrase) => phrase.trim())

/** Compiles "<want> .. die/dead" to a pattern over words separated by single spaces. */
function compile(line: string, groups: Record<string, string>): string {
  let pattern = ''
  let gap = ''
  for (const part of line.match(/(?:"[^"]*"|[^ "])+/g) ?? []) {
    if (part === '..' || part === '...') {
      gap = `(?:[a-z0-9]+ ){0,${part === '..' ? 3 : 7}}`
      continue
    }
    const isOptional = part.endsWith('?')
    const choices = splitChoices(isOptional ? part.slice(0, -1) : part).map((choice) => choiceOf(choice, groups))
    const words = `(?:${choices.join('|')})`
    if (pattern === '') pattern = isOptional ? `(?:${words} )?` : words
    else pattern += isOptional ? `(?: ${words})?` : ` ${gap}${words}`
    gap = ''
  }
  return pattern
}

const splitChoices = (part: string) => part.match(/"[^"]*"|[^/]+/g) ?? []

/** "16 years", "15 yo": under eighteen. */
const age = '(?:[1-9]|1[0-7]) (?:years?|yrs?|yo|anos?)(?: old)?'

function choiceOf(choice: string, groups: Record<string, string>): string {
  if (choice === '<age>') return age
  const group = /^<(.+)>$/.exec(choice)?.[1]
  if (group !== undefined) {
    const words = groups[group]
    if (words === undefined) throw new Error(`content/assistant-crises.yaml has no group "${group}".`)
    return splitList(words)
      .map((word) => choiceOf(word, groups))
      .join('|')
  }
  if (choice === '^') return '[|]'
  return choice.replaceAll('"', '').replaceAll('*', '[a-z]*')
}

/**
 * Lowercase, without accents and apostrophes. `|` marks the end of a sentence, so that no line matches across
 * sentences.
 */
function tokensOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}|['\u2018\u2019\u02bc`]/gu, '')
    .replace(/([a-z])\1{2,}/g, '$1')
    .replace(/(\d)(?=[a-z])/g, '$1 ')
  return plain.match(/[a-z0-9]+|[.!?;\n]/g)?.map((token) => (/^[a-z0-9]/.test(token) ? token : '|')) ?? []
}

function spellingOf(file: z.infer<typeof CrisesFile>): Spelling {
  const lines = Object.values(file.crises).flatMap(({ certain, likely = [], es, esLikely = [] }) => [
    ...certain,
    ...likely,
    ...es,
    ...esLikely,
  ])
  const own = `${Object.values(file.groups).join(' ')} ${lines.join(' ')}`.match(/[a-z]+(?![a-z*>])/g) ?? []
  const other = [...file.harmless, file.general, file.question, file.now].join(' ').match(/[a-z]+/g) ?? []
  const english = readFileSync(join(folder, 'english-words.txt'), 'utf8').split(/\s+/)
  const words = new Map<string, string[]>()
  for (const word of new Set(own)) {
    if (word.length < 5) continue
    const list = words.get(word.slice(0, 1))
    if (list === undefined) words.set(word.slice(0, 1), [word])
    else list.push(word)
  }
  return { aliases: new Map(Object.entries(file.spelling)), known: new Set([...own, ...other, ...english]), words }
}

function correct(tokens: string[], { aliases, known, words }: Spelling): string[] {
  const corrected = new Map<string, string>()
  return tokens.map((token) => {
    const alias = aliases.get(token)
    if (alias !== undefined) return alias
    if (token.length < 5 || known.has(token) || known.has(token.replace(/s$/, '')) || /\d/.test(token)) return token
    const before = corrected.get(token)
    if (before !== undefined) return before
    if (corrected.size >= maxCorrected) return token
    const near = nearest(token, words.get(token.slice(0, 1)) ?? [])
    corrected.set(token, near)
    return near
  })
}

function nearest(token: string, words: readonly string[]): string {
  const max = token.length < 9 ? 1 : 2
  let best = { word: token, distance: max + 1 }
  for (const word of words) {
    if (Math.abs(word.length - token.length) > max) continue
    const distance = editsBetween(token, word, max)
    if (distance < best.distance) best = { word, distance }
  }
  return best.word
}
