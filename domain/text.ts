// Text and id types shared by all nouns. Text is stored as typed; text that can't be stored is refused with a sentence.
import { z } from 'zod'

export const nameLimit = 200
export const textLimit = 10_000

/** PostgreSQL stores no NUL, and a lone surrogate is not valid Unicode. */
export const isStorable = (value: string) => !value.includes('\u0000') && value.isWellFormed()

/** @param missing the sentence for a missing key or an empty text */
const text = (limit: number, missing?: string) =>
  z
    .string(missing)
    .max(limit, `Use at most ${limit.toLocaleString('en-US')} characters.`)
    .refine(isStorable, 'This contains characters that can’t be stored.')

/** A required line of at most 200 characters; spaces alone count as empty. */
export const requiredName = (message: string) =>
  text(nameLimit, message).refine((value) => value.trim() !== '', message)

/** Line breaks and other control characters, including Unicode's. */
export const isOneLine = (value: string) => !/[\p{Cc}\u2028\u2029]/u.test(value)

/** A person's name: one line without a web address, since it appears in emails to others. */
const asPersonName = <T extends z.ZodType<string>>(schema: T) =>
  schema
    .refine(isOneLine, 'Use one line for a name.')
    .refine((value) => !/:\/\/|\bwww\./i.test(value), 'A name can’t contain a web address.')

export const requiredPersonName = (message: string) => asPersonName(requiredName(message))

/** A required text of at most 10,000 characters, or fewer. */
export const requiredText = (message: string, limit = textLimit) =>
  text(limit, message).refine((value) => value.trim() !== '', message)

/** An optional line or text: an empty field, null, and a missing key are all stored as null. */
const optional = <T extends z.ZodType<string>>(schema: T) =>
  schema.nullish().transform((value) => (value === undefined || value === null || value.trim() === '' ? null : value))

/** Each line takes space in a PDF: ten thousand empty ones would fill hundreds of pages. */
export const lineLimit = 300

/** The same text, limited to the lines that fit on a few pages. */
export const withLineLimit = <T extends z.ZodType<string | null>>(schema: T) =>
  schema.refine(
    (value) => (value ?? '').split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).length <= lineLimit,
    `Use at most ${lineLimit} lines.`,
  )

/** Search words in a query. */
export const searchWords = text(nameLimit)

export const optionalName = optional(text(nameLimit))
export const optionalText = optional(text(textLimit))

const invalidEmail = 'Enter a valid email address.'

/** A required email address, with a separate sentence for a missing one. */
export const emailAddress = (missing = invalidEmail, invalid = missing) =>
  requiredName(missing).refine((value) => value.trim() === '' || z.email().safeParse(value).success, invalid)

/** An optional email address; an empty field is none. */
export const optionalEmail = optional(text(nameLimit)).refine(
  (value) => value === null || z.email().safeParse(value).success,
  invalidEmail,
)

const WebAddress = z.url({ protocol: /^https?$/, hostname: z.regexes.domain })

const hasScheme = (address: string) => /^\s*[a-z][a-z\d+.-]*:/i.test(address)

/**
 * An http or https address, or nothing: "www.example.com" becomes "https://www.example.com". Anything that a browser would
 * run (`javascript:`) is refused.
 */
export const optionalWebAddress = optional(text(2000))
  .transform((value) => (value === null || hasScheme(value) ? value : `https://${value.trim()}`))
  .refine(
    (value) => value === null || WebAddress.safeParse(value).success,
    'Enter a web address, such as https://www.example.com.',
  )

/** One of a list, or nothing. */
export const optionalChoice = <T extends readonly [string, ...string[]]>(choices: T) =>
  z
    .union([z.enum(choices), z.literal(''), z.null()], 'Choose an option from the list.')
    .optional()
    .transform((value) => (value === undefined || value === '' ? null : value))

/** An id in a body or a query; an invalid id in a path is simply not found. */
export const Id = z.uuid('Choose an option from the list.')

/** An optional id; an empty field is none. */
export const optionalId = z
  .union([Id, z.literal(''), z.null()], 'Choose an option from the list.')
  .optional()
  .transform((value) => (value === undefined || value === '' ? null : value))

/** ISO 8601 in UTC, with Z. */
export const Instant = z.string()
/** A date without a time, YYYY-MM-DD, in the office's time zone. */
export const calendarDate = (missing = 'Enter a date.') =>
  // Something that is not a date has been refused already. PostgreSQL has no year 0, and a year with few digits is a
  // typo.
  z.iso
    .date(missing)
    .refine((date) => !/^\d{4}-/.test(date) || /^(19|2\d)/.test(date), 'Enter a date between 1900 and 2999.')
export const CalendarDate = calendarDate()

/** An optional date; an empty field is none. */
export const optionalDate = z
  .union([CalendarDate, z.literal(''), z.null()], 'Enter a date.')
  .optional()
  .transform((value) => (value === undefined || value === '' ? null : value))

/** What every entity has besides its fields. `version` counts its changes and is the reply's ETag. */
export const versioned = { version: z.int() }
