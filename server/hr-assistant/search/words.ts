// Tokenizes text for the index: stems, numbers and citations, in order. Questions and policies use the same rules.
import { stemOf } from './stem.ts'

export interface Word {
  /** As written, in lowercase. */
  surface: string
  /** The search term: a stem, a number (`12.77`), or a citation (`40.1-28.7:12`). */
  term: string
  kind: 'word' | 'number' | 'citation'
  /** An amount or a percentage: "$500", "5%", "five hundred dollars". */
  isAmount: boolean
}

const citation = String.raw`\d{1,2}(?:\.\d+)?-\d+(?:\.\d+)*(?::\d+)?(?:\.\d+)?`
const number = String.raw`\d+(?:\.\d+)?`
const pattern = new RegExp(`(${citation})|(\\$?)(${number})(%?)|([a-z]+(?:'[a-z]+)?)`, 'g')

export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  for (const match of plain(text).matchAll(pattern)) {
    const [surface, cited, dollar, digits, percent, letters] = match
    const isAmount = Boolean(dollar) || Boolean(percent)
    if (cited !== undefined) words.push({ surface, term: cited, kind: 'citation', isAmount })
    else if (digits !== undefined) words.push({ surface: digits, term: bare(digits), kind: 'number', isAmount })
    else if (letters !== undefined) words.push(wordOf(letters))
  }
  return withNumbersInWords(words)
}

/** "we'd" is "we", "it's" is "it", "don't" is "dont". */
export function wordOf(written: string): Word {
  const surface = written.replace(/'(?:d|ll|re|ve|m|s)?$/, '').replaceAll("'", '')
  return { surface, term: termOf(surface), kind: 'word', isAmount: false }
}

/** Words with a hyphen or a symbol that are one token. */
const joined: [RegExp, string][] = [
  [/\bi[- ]9s?\b/g, 'i9'],
  [/\bw[- ]2s?\b/g, 'w2'],
  [/\bw[- ]4s?\b/g, 'w4'],
  [/\bva[- ]4s?\b/g, 'va4'],
  [/\bh[- ]?1[- ]?b\b/g, 'honeb'],
  [/\bk[- ]?12\b/g, 'ktwelve'],
  [/\b(401) ?\(?k\)?/g, 'fouroonek'],
  [/\b1099s?\b/g, 'tenninetynine'],
  [/\be-(verif\w*|rate|mails?|signatures?|file)/g, 'e$1'],
  [/\bw\/o\b/g, 'without'],
  [/\bw\/ ?/g, 'with '],
  [/(\d),(\d{3})\b/g, '$1$2'],
  [/\bnon[- ](?=[a-z])/g, 'non'],
  [/\bco-(?=[a-z])/g, 'co'],
  [/\bre-(?=[a-z])/g, 're'],
  [/\banti-(?=[a-z])/g, 'anti'],
  [/(\d)(?=[a-z])/g, '$1 '],
]

/** The terms above end in digits, which the pattern would split. */
const digitless: [RegExp, string][] = [
  [/\bi9\b/g, 'inine'],
  [/\bw2\b/g, 'wtwo'],
  [/\bw4\b/g, 'wfour'],
  [/\bva4\b/g, 'vafour'],
]

function plain(text: string): string {
  let result = text.normalize('NFKC').toLowerCase()
  result = result.replace(/[\u2018\u2019\u02bc`]/g, "'").replace(/[\u2010-\u2014]/g, '-')
  result = result.normalize('NFD').replace(/\p{M}/gu, '')
  for (const [form, one] of joined) result = result.replace(form, one)
  for (const [form, one] of digitless) result = result.replace(form, one)
  return result
}

const termOf = (word: string) => (word.length <= 3 ? word : stemOf(word))

/** Matches trailing zeros from their start only: retrying at each zero would take quadratic time. */
const bare = (digits: string) => (digits.includes('.') ? digits.replace(/(?<!0)0+$/, '').replace(/\.$/, '') : digits)

const units = new Map(
  (
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen ' +
    'nineteen'
  )
    .split(' ')
    .map((word, i) => [word, i + 1]),
)
const tens = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, i) => [word, (i + 2) * 10]),
)
const times = new Map([
  ['hundred', 100],
  ['thousand', 1000],
])

/** "five hundred dollars" counts as "$500", "twenty-five" as "25". */
function withNumbersInWords(words: Word[]): Word[] {
  const result: Word[] = []
  for (let i = 0; i < words.length; i++) {
    const first = words[i] as Word
    let value = units.get(first.surface) ?? tens.get(first.surface)
    if (value === undefined) {
      result.push(first)
      continue
    }
    const unit = units.get(words[i + 1]?.surface ?? '')
    if (tens.has(first.surface) && unit !== undefined && unit < 10) {
      value += unit
      i++
    }
    for (let next = times.get(words[i + 1]?.surface ?? ''); next !== undefined;) {
      value *= next
      i++
      next = times.get(words[i + 1]?.surface ?? '')
    }
    const isAmount = /^(dollars?|bucks?|percent)$/.test(words[i + 1]?.surface ?? '')
    // "one" is rarely a number in a question.
    if (first.surface !== 'one' || value > 1)
      result.push({ surface: first.surface, term: String(value), kind: 'number', isAmount })
    else result.push(first)
  }
  return result
}

/** Stop words. */
export const emptyWords = new Set(
  (
    'a an and are as at be been being but by can could did do does doing done for from get gets getting got had has have having ' +
    'he her hers him his how i if in into is it its just let lets like me may might must my need needs no not now of off on or ' +
    'our ours ought please shall she should so some such than that the their theirs them then there these they thing things ' +
    'this those to too up us very want wants was we were what when where whether which while who whom whose why will with ' +
    'would you your yours am any anyone anybody also about after again all because before both each few here more most only ' +
    'other out over own same under until down during further once ok okay hi hello hey im ive dont doesnt cant isnt arent wont ' +
    'didnt wasnt youre theyre thats whats hes shes lets id ill weve wed theyve cannot tell know say says said told think ' +
    'ask asks asked asking one ones someone somebody something anything everything every everyone everybody go goes going went ' +
    'gone come comes came make makes made take takes took give gives gave put still even much many way really kind sort ' +
    'lot bit well yes actually basically currently around since through else upon within without against between per via etc ' +
    'virginia va'
  ).split(' '),
)

export const isEmpty = (word: Word) => word.kind === 'word' && (emptyWords.has(word.surface) || word.surface.length < 2)
