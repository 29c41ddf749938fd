// The audience of a law or policy: employers by number of employees and sector; and whether an employer is included.
import { z } from 'zod'
import type { industries } from './industries.ts'

export const sectors = ['private', 'public-school', 'private-school'] as const
export const Sector = z.enum(sectors, 'Choose an option from the list.')
export type Sector = z.infer<typeof Sector>
export const sectorLabels: Record<Sector, string> = {
  private: 'Private business',
  'public-school': 'Public school',
  'private-school': 'Private school',
}

export const maxEmployees = 100_000

/** An employer's number of employees. */
export const HeadCount = z
  .int('Enter a whole number of employees.')
  .min(1, 'Enter at least 1 employee.')
  .max(maxEmployees, `Enter at most ${maxEmployees.toLocaleString('en-US')} employees.`)

/** A range of numbers of employees; `to` is null without an upper limit. */
export const HeadCountRange = z
  .strictObject({ from: HeadCount, to: HeadCount.nullable() })
  .refine(({ from, to }) => to === null || to >= from, 'The highest number of employees is below the lowest.')
export type HeadCountRange = z.infer<typeof HeadCountRange>

export const AppliesTo = z.strictObject({
  headCount: HeadCountRange,
  sectors: z
    .array(Sector)
    .min(1, 'Choose at least one sector.')
    .refine((chosen) => new Set(chosen).size === chosen.length, 'Choose each sector once.'),
})
export type AppliesTo = z.infer<typeof AppliesTo>

/** Known facts of an employer: a range if only the company size is known; null if unknown. */
export interface Employer {
  headCount: HeadCountRange | null
  sector: Sector | null
}

/** 'unknown' if the known facts do not decide it. */
export type Applies = 'yes' | 'no' | 'unknown'

export function applies({ headCount, sectors: concerned }: AppliesTo, employer: Employer): Applies {
  const answers = [inSector(concerned, employer.sector), inRange(headCount, employer.headCount)]
  if (answers.includes('no')) return 'no'
  return answers.includes('unknown') ? 'unknown' : 'yes'
}

function inSector(concerned: readonly Sector[], sector: Sector | null): Applies {
  if (concerned.length === sectors.length) return 'yes'
  if (sector === null) return 'unknown'
  return concerned.includes(sector) ? 'yes' : 'no'
}

function inRange(concerned: HeadCountRange, known: HeadCountRange | null): Applies {
  if (concerned.from === 1 && concerned.to === null) return 'yes'
  if (known === null) return 'unknown'
  const [end, knownEnd] = [concerned.to ?? Infinity, known.to ?? Infinity]
  if (knownEnd < concerned.from || known.from > end) return 'no'
  return known.from >= concerned.from && knownEnd <= end ? 'yes' : 'unknown'
}

export const exactHeadCount = (headCount: number): HeadCountRange => ({ from: headCount, to: headCount })

/** The number of employees, or the range of a request's company size: "11-50". */
export function headCountOf(given: { headCount: number | null; companySize: string | null }): HeadCountRange | null {
  if (given.headCount !== null) return exactHeadCount(given.headCount)
  const [from, to] = (given.companySize ?? '').split('-').map(Number)
  return from && to ? { from, to } : null
}

/** The sector derived from a request's industry. */
export function sectorOf(industry: string | null): Sector | null {
  const named = industry as (typeof industries)[number] | null
  if (named === null || named === 'other') return null
  if (named === 'education') return 'public-school'
  return named === 'private-education' ? 'private-school' : 'private'
}

/** "1 or more employees", "25 to 49 employees" */
export function headCountWords({ from, to }: HeadCountRange): string {
  if (to === null) return `${from} or more employees`
  return from === to ? `${from} ${from === 1 ? 'employee' : 'employees'}` : `${from} to ${to} employees`
}

/** "Private businesses and private schools with 5 or more employees"; "Every employer in Virginia". */
export function describeAudience({ headCount, sectors: concerned }: AppliesTo): string {
  const everyone = concerned.length === sectors.length
  const who = everyone
    ? 'Employers'
    : inWords(sectors.filter((each) => concerned.includes(each)).map((each) => plural[each]))
  if (headCount.from === 1 && headCount.to === null) return everyone ? 'Every employer in Virginia' : who
  return `${who} with ${headCountWords(headCount)}`
}

const plural: Record<Sector, string> = {
  private: 'private businesses',
  'public-school': 'public schools',
  'private-school': 'private schools',
}

const inWords = (words: string[]) => {
  const text = words.join(' and ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
