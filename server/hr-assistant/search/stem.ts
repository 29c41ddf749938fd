// The stem of an English word, by Porter's algorithm with its author's later changes (M. F. Porter, 1980): "policies",
// "policy" → "polici". A stem is not always a word, but it is the same for all forms of one.

const consonants = '[^aeiou][^aeiouy]*'
const vowels = '[aeiouy][aeiou]*'

/** The measure of a stem: the number of vowel-consonant sequences before an ending. */
const once = new RegExp(`^(${consonants})?${vowels}${consonants}`)
const onceOnly = new RegExp(`^(${consonants})?${vowels}${consonants}(${vowels})?$`)
const twice = new RegExp(`^(${consonants})?(${vowels}${consonants}){2,}`)
const hasVowel = new RegExp(`^(${consonants})?[aeiouy]`)
/** "hop", "fil": a stem that had an e before its ending. */
const isShort = new RegExp(`^${consonants}[aeiouy][^aeiouwxy]$`)

const plainer: Record<string, string> = {
  ational: 'ate',
  tional: 'tion',
  enci: 'ence',
  anci: 'ance',
  izer: 'ize',
  bli: 'ble',
  alli: 'al',
  entli: 'ent',
  eli: 'e',
  ousli: 'ous',
  ization: 'ize',
  ation: 'ate',
  ator: 'ate',
  alism: 'al',
  iveness: 'ive',
  fulness: 'ful',
  ousness: 'ous',
  aliti: 'al',
  iviti: 'ive',
  biliti: 'ble',
  logi: 'log',
}
const plainest: Record<string, string> = {
  icate: 'ic',
  ative: '',
  alize: 'al',
  iciti: 'ic',
  ical: 'ic',
  ful: '',
  ness: '',
}
const endingIn = (endings: string[]) => new RegExp(`^(.+?)(${endings.join('|')})$`)
const [derived, derivedTwice] = [endingIn(Object.keys(plainer)), endingIn(Object.keys(plainest))]
const dropped = endingIn('al ance ence er ic able ible ant ement ment ent ou ism ate iti ous ive ize'.split(' '))

/** @param word in lowercase */
export function stemOf(word: string): string {
  if (word.length < 3) return word
  // An initial y is a consonant.
  const stem = withoutEndings(word.replace(/^y/, 'Y'))
  return stem.replace(/^Y/, 'y')
}

function withoutEndings(word: string): string {
  let stem = withoutPast(withoutPlural(word))
  const beforeY = /^(.+?)y$/.exec(stem)?.[1]
  if (beforeY !== undefined && hasVowel.test(beforeY)) stem = `${beforeY}i`
  stem = exchanged(exchanged(stem, derived, plainer), derivedTwice, plainest)
  const before = (dropped.exec(stem) ?? /^(.+?[st])ion$/.exec(stem))?.[1]
  if (before !== undefined && twice.test(before)) stem = before
  const beforeE = /^(.+?)e$/.exec(stem)?.[1]
  if (beforeE !== undefined && (twice.test(beforeE) || (onceOnly.test(beforeE) && !isShort.test(beforeE))))
    stem = beforeE
  return stem.endsWith('ll') && twice.test(stem) ? stem.slice(0, -1) : stem
}

function withoutPlural(word: string): string {
  if (/^.+?(ss|i)es$/.test(word)) return word.slice(0, -2)
  return /^.+?[^s]s$/.test(word) ? word.slice(0, -1) : word
}

function withoutPast(word: string): string {
  const beforeEed = /^(.+?)eed$/.exec(word)?.[1]
  if (beforeEed !== undefined) return once.test(beforeEed) ? word.slice(0, -1) : word
  const before = /^(.+?)(ed|ing)$/.exec(word)?.[1]
  if (before === undefined || !hasVowel.test(before)) return word
  if (/(at|bl|iz)$/.test(before)) return `${before}e`
  if (/([^aeiouylsz])\1$/.test(before)) return before.slice(0, -1)
  return isShort.test(before) ? `${before}e` : before
}

function exchanged(word: string, ending: RegExp, by: Record<string, string>): string {
  const [, before = '', end = ''] = ending.exec(word) ?? []
  return once.test(before) ? `${before}${by[end] ?? ''}` : word
}
