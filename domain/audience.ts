// Whom a law or a policy is about: employers of so many people, in these sectors; and whether one of them is such an employer.
import { z } from 'zod'
import type { industries } from './industries.ts'

export const sectors = ['private', 'public-school', 'private-school'] as const
export const Sector = z.enum(sectors, 'Please choose one of the list.')
export type Sector = z.infer<typeof Sector>
export const sectorLabels: Record<Sector, string> = {
  private: 'Private business',
  'public-school': 'Public school',
  'private-school': 'Private school',
}

export const mostEmployees = 100_000

/** How many people an employer has. */
export const HeadCount = z
  .int('Please enter a whole number of employees.')
  .min(1, 'An employer has at least 1 employee.')
  .max(mostEmployees, `Please enter at most ${mostEmployees.toLocaleString('en-US')} employees.`)

/** From so many employees, to so many; `to` null is without end. */
export const HeadCountRange = z
  .strictObject({ from: HeadCount, to: HeadCount.nullable() })
  .refine(({ from, to }) => to === null || to >= from, 'The head count ends before it begins.')
export type HeadCountRange = z.infer<typeof HeadCountRange>

export const AppliesTo = z.strictObject({
  headCount: HeadCountRange,
  sectors: z
    .array(Sector)
    .min(1, 'Please choose at least one sector.')
    .refine((chosen) => new Set(chosen).size === chosen.length, 'Please choose each sector once.'),
})
export type AppliesTo = z.infer<typeof AppliesTo>

/** What is known of an employer. A range where only the size of the company is known; null where nothing is. */
export interface Employer {
  headCount: HeadCountRange | null
  sector: Sector | null
}

/** 'unknown' where what is known of the employer does not settle it. */
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

export const exactly = (headCount: number): HeadCountRange => ({ from: headCount, to: headCount })

/** A head count, or the range that a request's company size says: "11-50". */
export function headCountOf(given: { headCount: number | null; companySize: string | null }): HeadCountRange | null {
  if (given.headCount !== null) return exactly(given.headCount)
  const [from, to] = (given.companySize ?? '').split('-').map(Number)
  return from && to ? { from, to } : null
}

/** The sector that a request's industry tells. */
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
export function audienceWords({ headCount, sectors: concerned }: AppliesTo): string {
  const everybody = concerned.length === sectors.length
  const who = everybody
    ? 'Employers'
    : inWords(sectors.filter((each) => concerned.includes(each)).map((each) => plural[each]))
  if (headCount.from === 1 && headCount.to === null) return everybody ? 'Every employer in Virginia' : who
  return `${who} with ${headCountWords(headCount)}`
}

const plural: Record<Sector, string> = {
  private: 'private businesses',
  'public-school': 'public schools',
  'private-school': 'private schools',
}

const inWords = (words: string[]) => {
  const said = words.join(' and ')
  return said.charAt(0).toUpperCase() + said.slice(1)
}
