// Whether an answer applies to an employer, by number of employees and sector, from the question or the folder.
import { longDate } from '../../../domain/template-values.ts'
import {
  applies,
  type Employer,
  exactHeadCount,
  headCountWords,
  type Sector,
  sectorLabels,
} from '../../../domain/audience.ts'
import type { AnswerUnit } from './answer-units.ts'

const numbers = new Map(
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen twenty thirty forty fifty hundred'
    .split(' ')
    .map((word, i): [string, number] => [word, i < 15 ? i + 1 : ([20, 30, 40, 50, 100][i - 15] ?? 0)]),
)

const count = String.raw`(\d{1,6}|${[...numbers.keys()].join('|')})`
const people =
  '(?:full[- ]time |part[- ]time |hourly )?(?:employees?|people|persons?|workers?|staff|teachers|empleados|trabajadores|personas)'

/** Statements of the employer's size come before counts of some of the people: "We have 30 employees, and one worker …". */
const sizes = [
  String.raw`\b(?:we|i|us|company|firm|business|school|shop|practice|tenemos|tengo)(?:'re| are| have| employ| has| with| of| run)? (?:a [a-z]+ (?:with|of) |only |about |just |around )?${count}[\s-]*${people}\b`,
  String.raw`\b(?:there (?:are|'s)|there's|we're|we are) (?:only |about |just |around |like )?${count} of us\b|\bsomos (?:solo )?${count}\b`,
  String.raw`\b${count}[\s-]*${people}\b`,
].map((pattern) => new RegExp(pattern, 'i'))

/** Facts from the question, completed from the folder. */
export function employerIn(question: string, folder: Employer): Employer {
  const stated = sizes.map((size) => size.exec(plain(question))).find((found) => found !== null)
  const written = stated?.slice(1).find(Boolean) ?? ''
  const headCount = Number(written) || numbers.get(written.toLowerCase()) || null
  return {
    headCount: headCount === null || headCount > 100_000 ? folder.headCount : exactHeadCount(headCount),
    sector: sectorIn(question) ?? folder.sector,
  }
}

/** "1,200 employees" is one number; "12 workers, 3 of them part-time" has two. */
const plain = (question: string) => question.replaceAll(/(?<=\d),(?=\d{3})/g, '').replaceAll('\u2019', "'")

function sectorIn(question: string): Sector | null {
  if (/\bprivate (?:k-?12 )?(?:school|academy)\b/i.test(question)) return 'private-school'
  return /\b(?:public school|school division|school board|county schools|school district)\b/i.test(question)
    ? 'public-school'
    : null
}

/** A sentence on whether the answer applies to this employer; null if unknown or if it applies to all. */
export function applicability(
  { from, sectors, starts }: Pick<AnswerUnit, 'from' | 'sectors' | 'starts'>,
  employer: Employer,
): string | null {
  const concerned = { headCount: { from: from ?? 1, to: null }, sectors: sectors ?? sectorsAll }
  if (sectors !== undefined && employer.sector !== null && !sectors.includes(employer.sector))
    return `This is a rule for ${sectors.includes('private-school') ? 'schools' : 'public schools'}. Your sector: ${sectorLabels[employer.sector].toLowerCase()}.`
  if (starts !== undefined) return startFor(employer.headCount, starts)
  if (from === undefined || from === 1 || employer.headCount === null) return null
  const known = headCountWords(employer.headCount)
  const answer = applies(concerned, {
    headCount: employer.headCount,
    sector: employer.sector ?? concerned.sectors[0] ?? null,
  })
  if (answer === 'yes') return `With ${known}, this applies to you. It starts at ${from} employees.`
  if (answer === 'no') return `With ${known}, this doesn’t apply to you yet. It starts at ${from} employees.`
  return `This starts at ${from} employees. Count your employees: your size range is ${known}.`
}

/** The day from which a law applies to an employer of this size; null if unknown. */
function startFor(headCount: Employer['headCount'], starts: NonNullable<AnswerUnit['starts']>): string | null {
  if (headCount === null) return null
  const known = headCountWords(headCount)
  const [first, last] = [headCount.to ?? Infinity, headCount.from].map((employees) =>
    starts.find(({ from }) => employees >= from),
  )
  if (first === undefined || last === undefined) return null
  return first === last
    ? `With ${known}, this applies to you from ${longDate(first.on)}.`
    : `With ${known}, this applies to you from ${longDate(first.on)} at the earliest, and from ${longDate(last.on)} at the latest.`
}

const sectorsAll: Sector[] = ['private', 'public-school', 'private-school']
