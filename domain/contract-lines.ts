// The services of a contract as a caller may send them: a list, or the JSON text of one; a line is a text or an object with the
// names of a proposal's line, some of which have a shorter one as well.
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

const noLine = 'A line is a text, or an object with a name, hours, a rate and a total.'

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
        code === 'unrecognized_keys' ? `We do not know ${inQuotes(keys)} in a line.` : noLine,
    },
  )
  .superRefine((line, context) => {
    if (line.customName === null && line.serviceRateId === null)
      context.addIssue({ code: 'custom', path: ['customName'], message: 'Please name the service.' })
    const total = totalOf(line)
    if (total !== null && line.totalCost !== null && line.totalCost !== total)
      context.addIssue({
        code: 'custom',
        path: ['totalCost'],
        message: 'The total of this line is not its hours times its rate.',
      })
  })
  .transform((line) => ({ ...line, totalCost: totalOf(line) ?? line.totalCost }))

/** A line that was read: its total is computed where its hours and rate are known. */
export type ContractLineInput = z.infer<typeof Line>

const Lines = z
  .array(Line, 'The services are a list of lines.')
  .min(1, 'Please add at least one service.')
  .max(maxLines, `A contract has at most ${maxLines} lines.`)

/** Services left out, null and a blank text all mean that nothing was said about them (`undefined`). */
export const ContractLines = z
  .unknown()
  .transform((sent, context): ContractLineInput[] | undefined => {
    if (sent === undefined || sent === null || (typeof sent === 'string' && sent.trim() === '')) return undefined
    const list = typeof sent === 'string' ? fromText(sent) : sent
    const read = Lines.safeParse(Array.isArray(list) ? list.slice(0, maxLines + 1).map(spelledOut) : list)
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

/** What is no JSON is handed on as it is, and refused as no list. */
function fromText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A line with the names of a proposal's; of two names for one thing the second is left over and refused as unknown. */
function spelledOut(line: unknown): unknown {
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
