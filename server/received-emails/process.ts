// Worker process that parses emails, because an email may be crafted to use all memory or time.
import { withLimits } from '../kit/worker-limits.ts'
import { type ParsedEmail, parseEmail } from './parse.ts'

const limits = { milliseconds: 20_000, megabytes: 600 }

export const parse = (task: { raw: Uint8Array }): Promise<ParsedEmail> => withLimits(limits, () => parseEmail(task.raw))
