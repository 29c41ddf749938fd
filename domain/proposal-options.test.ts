import { describe, expect, it } from 'vitest'
import { DomainError } from './errors.ts'
import { agreedLines, agreedTotal, chooseOptions, hasOptions, type ProposalLine } from './proposal-options.ts'

const line = (customName: string, totalCost: number, optionId?: string): ProposalLine => ({
  serviceRateId: null,
  customName,
  description: null,
  estimatedHours: 1,
  hourlyRate: totalCost,
  totalCost,
  ...(optionId === undefined ? {} : { optionId }),
})

const services = [line('Handbook', 100_000), line('Training', 30_001, 'training'), line('Audit', 7_000, 'audit')]

describe('the optional services of a proposal', () => {
  it.each([
    [null, ['Handbook'], 100_000],
    [[], ['Handbook'], 100_000],
    [['audit'], ['Handbook', 'Audit'], 107_000],
    [['audit', 'training'], ['Handbook', 'Training', 'Audit'], 137_001],
  ])('count only if chosen: %j', (chosenOptionIds, names, total) => {
    const lines = agreedLines({ services, chosenOptionIds })
    expect(lines.map(({ customName }) => customName)).toEqual(names)
    expect(lines.every((each) => !('optionId' in each))).toBe(true)
    expect(agreedTotal({ services, chosenOptionIds })).toBe(total)
  })

  it('are returned in line order, and null if nothing is optional', () => {
    expect(chooseOptions({ services }, ['audit', 'training'])).toEqual(['training', 'audit'])
    expect(chooseOptions({ services }, [])).toEqual([])
    expect(chooseOptions({ services: services.slice(0, 1) }, [])).toBeNull()
    expect([hasOptions({ services }), hasOptions({ services: services.slice(0, 1) })]).toEqual([true, false])
  })

  it.each([
    ['an unknown id', ['audit', 'travel'], 'chosenOptionIds.1'],
    ['an id twice', ['audit', 'audit'], 'chosenOptionIds.1'],
  ])('refuse %s', (_what, ids, path) => {
    const attempt = () => chooseOptions({ services }, ids)
    expect(attempt).toThrow(DomainError)
    expect(attempt).toThrow(expect.objectContaining({ status: 400, issues: [expect.objectContaining({ path })] }))
  })

  it('cannot be chosen where nothing is optional', () => {
    expect(() => chooseOptions({ services: services.slice(0, 1) }, ['audit'])).toThrow('Choose from the optional')
  })
})
