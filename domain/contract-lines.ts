// The services of a contract as callers may send them: a list, or its JSON text. A line is a text or an object with the
// names of a proposal's line, some of which have a short form as well.
import { z } from 'zod'
import { Cents, lineTotal, Quantity } from './money.ts'
import { maxLines } from './service-line.ts'
import { optionalId, optionalName, optionalText } from './text.ts'

const synonyms: Record<string, string> = {
  name: 'customName',
  hours: 'estimatedHours',
  rate: 'hourlyRate',
  total: 'totalCost',
}

const noLine = 'A line must be text, or an object with a name, hours, a rate, and a total.'

const Line = z
  .strictObject(
    {
      serviceRateId: optionalId,
      customName: optionalName,
      description: optionalText,
      estimatedHours: optionally(Quantity),
      hourlyRate: optionally(Cents),
      totalCost: optionally(Cents),
    },
    {
      error: ({ code, keys }) =>
        code === 'unrecognized_keys' ? `Unknown field in a line: ${inQuotes(keys)}.` : noLine,
    },
  )
  .superRefine((line, context) => {
    if (line.customName === null && line.serviceRateId === null)
      context.addIssue({ code: 'custom', path: ['customName'], message: 'Enter a name for the service.' })
    const total = totalOf(line)
    if (total !== null && line.totalCost !== null && line.totalCost !== total)
      context.addIssue({
        code: 'custom',
        path: ['totalCost'],
        message: 'The total of this line doesn’t equal its hours times its rate.',
      })
  })
  .transform((line) => ({ ...line, totalCost: totalOf(line) ?? line.totalCost }))

/** A parsed line; its total is computed if its hours and rate are known. */
export type ContractLineInput = z.infer<typeof Line>

const Lines = z
  .array(Line, 'The services must be a list of lines.')
  .min(1, 'Add at least one service.')
  .max(maxLines, `A contract can have at most ${maxLines} lines.`)

/** Missing services, null, and a blank text all mean that none were given (`undefined`). */
export const ContractLines = z
  .unknown()
  .transform((sent, context): ContractLineInput[] | undefined => {
    if (sent === undefined || sent === null || (typeof sent === 'string' && sent.trim() === '')) return undefined
    const list = typeof sent === 'string' ? fromText(sent) : sent
    const read = Lines.safeParse(Array.isArray(list) ? list.slice(0, maxLines + 1).map(withCustomName) : list)
    if (read.success) return read.data
    for (const { path, message } of read.error.issues)
      context.issues.push({ code: 'custom', path, message, input: sent })
    return z.NEVER
  })
  .optional()

function optionally<T extends z.ZodType<number>>(schema: T) {
  return schema.nullish().transform((value) => value ?? null)
}

const totalOf = ({ estimatedHours, hourlyRate }: { estimatedHours: number | null; hourlyRate: number | null }) =>
  estimatedHours === null || hourlyRate === null ? null : lineTotal(estimatedHours, hourlyRate)

const inQuotes = (keys: unknown) => (Array.isArray(keys) ? keys.map((key) => `"${key}"`).join(', ') : 'this')

/** Invalid JSON is passed through, and refused because it is not a list. */
function fromText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * Normalizes the names of a line to a proposal's; if both names are given, the second is left over and refused as
 * unknown.
 */
function withCustomName(line: unknown): unknown {
  if (typeof line === 'string') return { customName: line }
  if (typeof line !== 'object' || line === null || Array.isArray(line)) return line
  const known = new Set(Object.keys(line))
  return Object.fromEntries(
    Object.entries(line).map(([key, value]) => {
      const name = Object.hasOwn(synonyms, key) ? (synonyms[key] as string) : key
      return [known.has(name) ? key : name, value]
    }),
  )
}
