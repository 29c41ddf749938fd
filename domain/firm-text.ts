// Plain text in the firm's settings.
import { z } from 'zod'
import { isStorable, requiredText } from './text.ts'

/** The texts are printed and sent as they are, so that a tag would be read by people. */
const hasTag = (value: string) => /<\/?[a-z!]/i.test(value)
const plain = <T extends z.ZodType<string>>(schema: T) =>
  schema.refine((value) => !hasTag(value), 'Use plain text without HTML.')

export const line = (missing: string, limit: number) =>
  plain(requiredText(missing, limit)).refine((value) => !/[\p{Cc}\u2028\u2029]/u.test(value), 'Use one line.')
export const paragraph = (missing: string, limit: number) => plain(requiredText(missing, limit))

/** May be empty. */
export const plainText = (limit: number) =>
  plain(z.string().max(limit, `Use at most ${limit.toLocaleString('en-US')} characters.`)).refine(
    isStorable,
    'This contains characters that can’t be stored.',
  )

/** An empty field is null: the portal's default text is used. */
export const optionalParagraph = (limit: number) =>
  plainText(limit)
    .nullable()
    .transform((value) => (value === null || value.trim() === '' ? null : value))
    .pipe(z.string().nullable())
