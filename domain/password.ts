// Passwords: at least 15 characters (8 with a second factor), at most 256, of any kind, taken exactly as typed, and
// none that is easy to guess. No other rule (NIST SP 800-63B-4, section 3.1.1.2).
import { z } from 'zod'
import { invalid } from './errors.ts'
import { LinkPurpose } from './one-time-link.ts'
import { emailAddress, requiredPersonName } from './text.ts'

export const passwordLength = { least: 15, minWithSecondFactor: 8, most: 256 }

const Typed = z
  .string('Enter a password.')
  .min(1, 'Enter a password.')
  .max(4 * passwordLength.most, `Use at most ${passwordLength.most} characters.`)
  .refine((value) => !value.includes('\u0000') && value.isWellFormed(), 'This contains characters that can’t be used.')

const Token = z.string('This link is incomplete.').min(1, 'This link is incomplete.').max(200, 'This link isn’t valid.')

export const LinkToken = z.strictObject({
  token: Token,
  purpose: z.enum(LinkPurpose.options, 'The purpose of the link is required.'),
})
export const LinkOnly = z.strictObject({ token: Token })
export const LinkAndPassword = z.strictObject({ token: Token, password: Typed })
export type LinkAndPassword = z.infer<typeof LinkAndPassword>
export const ForgotInput = z.strictObject({ email: emailAddress('Valid email is required') })
export const PasswordChange = z.strictObject({ current: Typed, password: Typed })
export type PasswordChange = z.infer<typeof PasswordChange>
export const SetUpInput = z.strictObject({
  token: Token,
  email: emailAddress('Valid email is required'),
  firstName: requiredPersonName('First name is required'),
  lastName: requiredPersonName('Last name is required'),
  password: Typed,
})
export type SetUpInput = z.infer<typeof SetUpInput>

/** The context of the rules besides the password. */
export interface PasswordSurroundings {
  /** Names, addresses, and companies of the user or the portal, as written. */
  own: readonly (string | null)[]
  /** Well-known passwords, in lower case, letters and digits only. */
  common: ReadonlySet<string>
  hasSecondFactor?: boolean
}

/** Throws 400 at `field` for a password that is too short, too long, or easy to guess. */
export function assertGoodPassword(password: string, surroundings: PasswordSurroundings, field = 'password'): void {
  const mistake = passwordMistake(password, surroundings)
  if (mistake !== null) throw invalid(field, mistake)
}

/** Too short without a second factor. */
export const isShortPassword = (password: string) => Array.from(password).length < passwordLength.least

/** What is wrong with a password, as a sentence, or null. */
export function passwordMistake(
  password: string,
  { own, common, hasSecondFactor = false }: PasswordSurroundings,
): string | null {
  const characters = Array.from(password)
  const least = hasSecondFactor ? passwordLength.minWithSecondFactor : passwordLength.least
  if (characters.length < least) return `Use at least ${least} characters. Four or five words make a good password.`
  if (characters.length > passwordLength.most) return `Use at most ${passwordLength.most} characters.`
  const lower = password.toLowerCase()
  if (repeats(Array.from(lower))) return 'This repeats the same few characters. Choose something less regular.'
  if (unsaid(withoutRuns(lower)) === 0)
    return 'This is a sequence of keys or characters. Choose something less predictable.'
  const spellings = [lower, ...unmasked(lower)]
  if (spellings.some((spelling) => isListed(spelling, common)))
    return 'Many people use this password. Choose another one.'
  const ownWords = wordsOf(own)
  if (spellings.some((spelling) => isMadeOf(withoutRuns(spelling), ownWords, false)))
    return 'This is too close to your name, email address, or company. Choose something that no one could look up.'
  if (spellings.some((spelling) => isMadeOf(withoutRuns(spelling), [...ownWords, ...usualWords], true)))
    return 'This uses words that are common in passwords. Choose another one.'
  return null
}

/** At most four different characters, or one short piece repeated. */
function repeats(characters: string[]): boolean {
  if (new Set(characters).size <= 4) return true
  const longest = Math.min(Math.floor(characters.length / 2), passwordLength.least - 1)
  for (let period = 1; period <= longest; period++)
    if (characters.every((character, i) => i < period || character === characters[i - period])) return true
  return false
}

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7h8i9j0',
  '1a2b3c4d5e6f7g8h9i0j',
  '!@#$%^&*()_+',
]
const runs = rows.flatMap((row) => [row, Array.from(row).toReversed().join('')])
const shortestRun = 3

/** Replaces runs of the alphabet, digits, and keyboard, and three or more of one character, with a space. */
function withoutRuns(lower: string): string {
  const text = lower.replace(/(.)\1{2,}/gsu, ' ')
  let rest = ''
  for (let at = 0; at < text.length;) {
    const length = runAt(text, at)
    rest += length === 0 ? text[at] : ' '
    at += length === 0 ? 1 : length
  }
  return rest
}

function runAt(text: string, at: number): number {
  let longest = 0
  for (const run of runs) {
    let length = shortestRun
    while (at + length <= text.length && run.includes(text.slice(at, at + length)))
      longest = Math.max(longest, length++)
  }
  return longest
}

/** The text without spaces, digits, and punctuation, which are easy to guess. */
const unsaid = (text: string) => Array.from(text.replace(/[\s\d!-/:-@[-`{-~]/g, '')).length

const masks: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** "p4$$w0rd" spells password; a 1 may replace an i or an l. */
function unmasked(lower: string): string[] {
  const spelled = lower.replace(/[013457@$!]/g, (sign) => masks[sign] ?? sign)
  return [spelled, lower.replace(/1/g, 'l').replace(/[03457@$!]/g, (sign) => masks[sign] ?? sign)]
}

function isListed(spelling: string, common: ReadonlySet<string>): boolean {
  const plain = spelling.replace(/[^\p{L}\p{N}]/gu, '')
  return common.has(plain) || common.has(plain.replace(/^\d+|\d+$/g, ''))
}

/** At most three of the words, and fewer than six other characters. */
function isMadeOf(text: string, words: string[], withUsual: boolean): boolean {
  let rest = text
  let found = 0
  for (const word of words.toSorted((a, b) => b.length - a.length)) {
    if (!rest.includes(word)) continue
    rest = rest.replaceAll(word, ' ')
    found++
  }
  return found > 0 && found <= (withUsual ? 3 : 5) && unsaid(rest) < 6
}

const wordsOf = (own: readonly (string | null)[]) => [
  ...new Set(
    own.flatMap((text) => (text ?? '').toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length >= 3),
  ),
]

const usualWords = (
  'password passwort passphrase passcode welcome admin administrator letmein login signin secret qwerty iloveyou loveyou love ' +
  'monkey dragon football baseball basketball soccer hockey summer winter spring autumn january february march april june july ' +
  'august september october november december monday tuesday wednesday thursday friday saturday sunday sunshine princess master ' +
  'superman batman pokemon starwars whatever shadow michael jennifer jordan hunter ranger thomas robert daniel charlie andrew ' +
  'michelle jessica ashley matthew joshua george computer internet server system network windows microsoft google facebook ' +
  'changeme default temporary temp test testing demo guest user root access security secure manager company office business ' +
  'portal client staff virginia richmond norfolk roanoke hello goodbye forever trustno please thankyou money freedom ' +
  'flower cheese cookie banana chocolate pepper ginger butter orange purple yellow silver golden diamond angel heaven jesus ' +
  'christ blessed family mother father brother sister babygirl babyboy sweetheart darling lovely friend friends happy lucky'
).split(' ')
