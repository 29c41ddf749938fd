// The shapes of text and ids that every noun shares. Text is kept as typed; what can't be stored is refused with a sentence.
import { z } from 'zod'

export const nameLimit = 200
export const textLimit = 10_000

/** PostgreSQL stores no NUL, and a lone surrogate is no Unicode text. */
export const storable = (value: string) => !value.includes('\u0000') && value.isWellFormed()

/** @param missing the sentence for a key that is not there, or no text at all */
const text = (limit: number, missing?: string) =>
  z
    .string(missing)
    .max(limit, `Please use at most ${limit.toLocaleString('en-US')} characters.`)
    .refine(storable, 'This contains characters that cannot be stored.')

/** A required line of at most 200 characters; blanks alone are no answer. */
export const requiredName = (message: string) =>
  text(nameLimit, message).refine((value) => value.trim() !== '', message)

/** Line breaks and other control characters, also the ones that only Unicode has. */
const isOneLine = (value: string) => !/[\p{Cc}\u2028\u2029]/u.test(value)

/** A person's name: one line without a web address, since it is shown and greeted with far from who typed it. */
const asPersonName = <T extends z.ZodType<string>>(schema: T) =>
  schema
    .refine(isOneLine, 'Use one line for a name.')
    .refine((value) => !/:\/\/|\bwww\./i.test(value), 'A name can’t contain a web address.')

export const requiredPersonName = (message: string) => asPersonName(requiredName(message))

/** A required text of at most 10,000 characters, or of fewer. */
export const requiredText = (message: string, limit = textLimit) =>
  text(limit, message).refine((value) => value.trim() !== '', message)

/** An optional line or text: a form's empty field, null and a missing key all mean "nothing said", which is stored as null. */
const optional = <T extends z.ZodType<string>>(schema: T) =>
  schema.nullish().transform((value) => (value === undefined || value === null || value.trim() === '' ? null : value))

/** On paper, each line takes its place whatever is on it: ten thousand empty ones make hundreds of pages. */
export const lineLimit = 300

/** The same text, with no more lines than can be printed on a few pages. */
export const withFewLines = <T extends z.ZodType<string | null>>(schema: T) =>
  schema.refine(
    (value) => (value ?? '').split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).length <= lineLimit,
    `Use at most ${lineLimit} lines.`,
  )

/** Words to look for, as they stand in a query. */
export const searchWords = text(nameLimit)

export const optionalName = optional(text(nameLimit))
export const optionalText = optional(text(textLimit))

const invalidEmail = 'Please enter a valid email address.'

/** A required email address, with a sentence of its own for one that is missing. */
export const emailAddress = (missing = invalidEmail, invalid = missing) =>
  requiredName(missing).refine((value) => value.trim() === '' || z.email().safeParse(value).success, invalid)

/** An optional e-mail address; an empty field is none. */
export const optionalEmail = optional(text(nameLimit)).refine(
  (value) => value === null || z.email().safeParse(value).success,
  invalidEmail,
)

const WebAddress = z.url({ protocol: /^https?$/, hostname: z.regexes.domain })

/** An http or https address, or nothing. Anything that a browser would run (`javascript:`) is refused. */
export const optionalWebAddress = optional(text(2000)).refine(
  (value) => value === null || WebAddress.safeParse(value).success,
  'Please enter a web address that starts with https:// or http://.',
)

/** One of a list, or nothing. */
export const optionalChoice = <T extends readonly [string, ...string[]]>(choices: T) =>
  z
    .union([z.enum(choices), z.literal(''), z.null()], 'Please choose one of the list.')
    .optional()
    .transform((value) => (value === undefined || value === '' ? null : value))

/** An id as it stands in a body or a query; path ids that are no UUID are simply not found. */
export const Id = z.uuid('This is not an id of ours.')

/** An optional id; an empty field is none. */
export const optionalId = z
  .union([Id, z.literal(''), z.null()], 'This is not an id of ours.')
  .optional()
  .transform((value) => (value === undefined || value === '' ? null : value))

/** ISO 8601 in UTC, with Z. */
export const Instant = z.string()
/** A date without a time, YYYY-MM-DD, in the office's zone. */
export const calendarDate = (missing = 'Please enter a date.') =>
  // What is no date at all has been told so already. PostgreSQL knows no year 0, and a year in a few digits is a slip.
  z.iso
    .date(missing)
    .refine((date) => !/^\d{4}-/.test(date) || /^(19|2\d)/.test(date), 'Please enter a date between 1900 and 2999.')
export const CalendarDate = calendarDate()

/** An optional calendar date; an empty field is none. */
export const optionalDate = z
  .union([CalendarDate, z.literal(''), z.null()], 'Please enter a date.')
  .optional()
  .transform((value) => (value === undefined || value === '' ? null : value))

/** What every entity carries besides its fields. `version` counts its changes and is the answer's ETag. */
export const kept = { version: z.int() }
