// Whether an answer applies to an employer, by number of employees and sector, from the question or the folder.
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

const size = new RegExp(
  String.raw`\b(\d{1,6}|${[...numbers.keys()].join('|')})[\s-]*(?:full[- ]time |part[- ]time |hourly )?(?:employees?|people|persons?|workers?|staff|teachers|empleados|trabajadores|personas)\b`,
  'i',
)

/** Facts from the question, completed from the folder. */
export function employerIn(question: string, folder: Employer): Employer {
  const [, count = ''] = size.exec(question.replaceAll(',', '')) ?? []
  const headCount = Number(count) || numbers.get(count.toLowerCase()) || null
  return {
    headCount: headCount === null || headCount > 100_000 ? folder.headCount : exactHeadCount(headCount),
    sector: sectorIn(question) ?? folder.sector,
  }
}

function sectorIn(question: string): Sector | null {
  if (/\bprivate (?:k-?12 )?(?:school|academy)\b/i.test(question)) return 'private-school'
  return /\b(?:public school|school division|school board|county schools|school district)\b/i.test(question)
    ? 'public-school'
    : null
}

/** A sentence on whether the answer applies to this employer; null if unknown or if it applies to all. */
export function applicability(
  { from, sectors }: Pick<AnswerUnit, 'from' | 'sectors'>,
  employer: Employer,
): string | null {
  const concerned = { headCount: { from: from ?? 1, to: null }, sectors: sectors ?? sectorsAll }
  if (sectors !== undefined && employer.sector !== null && !sectors.includes(employer.sector))
    return `This is a rule for ${sectors.includes('private-school') ? 'schools' : 'public schools'}. Your sector: ${sectorLabels[employer.sector].toLowerCase()}.`
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

const sectorsAll: Sector[] = ['private', 'public-school', 'private-school']
