import { describe, expect, it } from 'vitest'
import {
  applies,
  type AppliesTo,
  describeAudience,
  exactHeadCount,
  headCountOf,
  sectorOf,
  sectors,
} from './audience.ts'

const from = (headCount: number, to: number | null = null): AppliesTo => ({
  headCount: { from: headCount, to },
  sectors: [...sectors],
})
const schools: AppliesTo = { headCount: { from: 1, to: null }, sectors: ['public-school', 'private-school'] }

describe('the audience of a law', () => {
  it.each([
    [from(1), null, null, 'yes'],
    [from(50), exactHeadCount(50), null, 'yes'],
    [from(50), exactHeadCount(49), null, 'no'],
    [from(50), null, 'private', 'unknown'],
    [from(50), { from: 51, to: 100 }, null, 'yes'],
    [from(50), { from: 11, to: 50 }, null, 'unknown'],
    [from(50), { from: 1, to: 10 }, null, 'no'],
    [from(25, 49), exactHeadCount(50), null, 'no'],
    [from(25, 49), { from: 11, to: 50 }, null, 'unknown'],
    [schools, exactHeadCount(5), 'private', 'no'],
    [schools, exactHeadCount(5), null, 'unknown'],
    [schools, null, 'public-school', 'yes'],
    [{ ...schools, headCount: { from: 5, to: null } }, exactHeadCount(4), 'public-school', 'no'],
  ] as const)('audience %j includes an employer of %j (%s): %s', (appliesTo, headCount, sector, answer) => {
    expect(applies(appliesTo as AppliesTo, { headCount, sector })).toBe(answer)
  })

  it.each([
    [from(1), 'Every employer in Virginia'],
    [from(50), 'Employers with 50 or more employees'],
    [from(25, 49), 'Employers with 25 to 49 employees'],
    [from(1, 1), 'Employers with 1 employee'],
    [schools, 'Public schools and private schools'],
    [{ ...from(5), sectors: ['private'] }, 'Private businesses with 5 or more employees'],
  ] as const)('%j is described as: %s', (appliesTo, words) => {
    expect(describeAudience(appliesTo as AppliesTo)).toBe(words)
  })
})

describe('an employer’s facts', () => {
  it('use the entered number of employees, otherwise the range from its request, otherwise none', () => {
    expect(headCountOf({ headCount: 7, companySize: '11-50' })).toEqual({ from: 7, to: 7 })
    expect(headCountOf({ headCount: null, companySize: '11-50' })).toEqual({ from: 11, to: 50 })
    expect(headCountOf({ headCount: null, companySize: null })).toBeNull()
  })

  it('derive the sector from its industry', () => {
    expect(['education', 'private-education', 'retail', 'other', null].map(sectorOf)).toEqual([
      'public-school',
      'private-school',
      'private',
      null,
      null,
    ])
  })
})
