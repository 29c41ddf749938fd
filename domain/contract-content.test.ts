import { describe, expect, it } from 'vitest'
import { chooseProposal, applyDefaults, contractDefaults, namedLines, type ProposalSource } from './contract-content.ts'
import { ContractLines } from './contract-lines.ts'
import { defaultTerms } from './contract-terms.ts'
import type { ServiceLine } from './service-line.ts'

const read = (services: unknown) => {
  const { success, data, error } = ContractLines.safeParse(services)
  return success ? data : error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

const line = (more: Partial<ServiceLine> = {}): ServiceLine => ({
  serviceRateId: null,
  customName: 'Handbook',
  description: null,
  estimatedHours: null,
  hourlyRate: null,
  totalCost: null,
  ...more,
})

describe('the services of a contract', () => {
  it('accept a list or its JSON text; a line is a text or an object with either set of names', () => {
    const long = { customName: 'Handbook', estimatedHours: 12.5, hourlyRate: 12_050, description: 'Anew' }
    const short = { name: 'Handbook', hours: 12.5, rate: 12_050, total: 150_625, description: 'Anew' }
    const expected = [line({ description: 'Anew', estimatedHours: 12.5, hourlyRate: 12_050, totalCost: 150_625 })]
    expect(read([long])).toEqual(expected)
    expect(read([short])).toEqual(expected)
    expect(read(JSON.stringify([short]))).toEqual(expected)
    expect(read(' ["Handbook"] ')).toEqual([line()])
    expect(read([{ name: 'Handbook', total: 90_000 }])).toEqual([line({ totalCost: 90_000 })])
  })

  it('count as not given if they are missing, null, or blank', () => {
    for (const nothing of [undefined, null, '', '  ']) expect(read(nothing)).toBeUndefined()
  })

  it.each([
    [[], ': Add at least one service.'],
    ['[]', ': Add at least one service.'],
    ['Handbook, training', ': The services must be a list of lines.'],
    ['{"name":"Handbook"}', ': The services must be a list of lines.'],
    [7, ': The services must be a list of lines.'],
    [{ name: 'Handbook' }, ': The services must be a list of lines.'],
    [Array.from({ length: 501 }, () => 'x'), ': A contract can have at most 500 lines.'],
    [[7], '0: A line must be text, or an object with a name, hours, a rate, and a total.'],
    [[['Handbook']], '0: A line must be text, or an object with a name, hours, a rate, and a total.'],
    [['Handbook', null], '1: A line must be text, or an object with a name, hours, a rate, and a total.'],
    [[''], '0.customName: Enter a name for the service.'],
    [[{ hours: 2, rate: 100 }], '0.customName: Enter a name for the service.'],
    [[{ name: 'A', price: 100 }], '0: Unknown field in a line: "price".'],
    [[{ name: 'A', customName: 'B' }], '0: Unknown field in a line: "name".'],
    [[{ name: 'A', rate: 100.5 }], '0.hourlyRate: Enter an amount in whole cents.'],
    [[{ name: 'A', rate: -1 }], '0.hourlyRate: An amount can’t be negative.'],
    [[{ name: 'A', hours: 1.234 }], '0.estimatedHours: A quantity can have at most two decimal places.'],
    [[{ name: 'A', hours: 'two' }], '0.estimatedHours: Enter a number.'],
    [[{ name: 'A', total: 1e11 }], '0.totalCost: An amount can be at most $99,999,999.99.'],
    [
      [{ name: 'A', hours: 2, rate: 100, total: 201 }],
      '0.totalCost: The total of this line doesn’t equal its hours times its rate.',
    ],
    [[{ name: 'A', description: 'x'.repeat(10_001) }], '0.description: Use at most 10,000 characters.'],
    [[{ name: 'A', description: 'a\u0000b' }], '0.description: This contains characters that can’t be stored.'],
  ])('refuse %j with a sentence', (services, sentence) => {
    expect(read(services)).toContain(sentence)
  })

  it('ignore a prototype key', () => {
    const [polluting] = JSON.parse('[{"name":"A","__proto__":{"total":1}}]') as object[]
    expect(JSON.stringify(read([polluting]))).not.toContain('"totalCost":1')
    expect(({} as { total?: number }).total).toBeUndefined()
  })
})

describe('the content of a contract', () => {
  const proposal: ProposalSource = {
    id: 'p',
    clientFolderId: 'f',
    status: 'approved',
    services: [line({ totalCost: 100_000 }), line({ totalCost: 50_050 })],
    chosenOptionIds: null,
  }
  const client = {
    name: 'Ann Keller',
    email: 'ann@example.com',
    phone: '(757) 555-0100',
    company: 'Acme',
    address: null,
  }
  const said = { totalValue: null }

  it('defaults to the proposal and its client', () => {
    expect(applyDefaults(contractDefaults(proposal, client, '2026-12-01', defaultTerms), said, undefined)).toEqual({
      proposalId: 'p',
      clientName: 'Ann Keller',
      clientEmail: 'ann@example.com',
      clientPhone: '(757) 555-0100',
      clientCompany: 'Acme',
      clientAddress: null,
      services: proposal.services,
      terms: defaultTerms,
      totalValue: 150_050,
      startDate: '2026-12-01',
      endDate: null,
    })
  })

  it('uses given values, even empty ones', () => {
    const other = { clientName: 'Bea', clientPhone: null, terms: 'Ours', endDate: '2027-01-31', totalValue: 900 }
    const composed = applyDefaults(contractDefaults(proposal, client, '2026-12-01', defaultTerms), other, [
      line({ totalCost: 900 }),
    ])
    expect(composed).toMatchObject({ clientName: 'Bea', clientPhone: null, clientCompany: 'Acme', terms: 'Ours' })
    expect(composed).toMatchObject({ totalValue: 900, endDate: '2027-01-31' })
  })

  it.each([
    ['a total that is not the sum', { totalValue: 150_051 }, undefined, 'This doesn’t add up: it should be $1,500.50'],
    [
      'an end before the start',
      { ...said, endDate: '2026-11-30' },
      undefined,
      'The end date is before the start date.',
    ],
    ['a sum past the limit', said, [line({ totalCost: 9_999_999_999 }), line({ totalCost: 1 })], '$99,999,999.99'],
  ])('is refused with %s', (_what, sent, lines, sentence) => {
    expect(() => applyDefaults(contractDefaults(proposal, client, '2026-12-01', defaultTerms), sent, lines)).toThrow(
      sentence,
    )
  })

  it('contains only the optional services that the client chose', () => {
    const services = [
      line({ totalCost: 100_000 }),
      { ...line({ customName: 'Training', totalCost: 30_000 }), optionId: 'training' },
      { ...line({ customName: 'Audit', totalCost: 7_000 }), optionId: 'audit' },
    ]
    const from = (chosenOptionIds: string[] | null) =>
      applyDefaults(
        contractDefaults({ ...proposal, services, chosenOptionIds }, client, '2026-12-01', defaultTerms),
        said,
        undefined,
      )
    expect(from(null)).toMatchObject({ services: [line({ totalCost: 100_000 })], totalValue: 100_000 })
    expect(from(['training'])).toMatchObject({
      services: [line({ totalCost: 100_000 }), line({ customName: 'Training', totalCost: 30_000 })],
      totalValue: 130_000,
    })
    expect(from(['training']).services.some((each) => 'optionId' in each)).toBe(false)
  })

  it('requires a client without a proposal, and a value unless all lines have totals', () => {
    const ground = contractDefaults(null, client, '2026-12-01', defaultTerms)
    const who = { clientName: 'Ann', clientEmail: 'ann@example.com' }
    expect(() => applyDefaults(ground, { totalValue: 1 }, undefined)).toThrow('Client name is required')
    expect(() => applyDefaults(ground, { ...who, totalValue: null }, undefined)).toThrow('Total value is required')
    expect(() => applyDefaults(ground, { ...who, totalValue: null }, [line(), line({ totalCost: 5 })])).toThrow(
      'Total value',
    )
    expect(applyDefaults(ground, { ...who, totalValue: 7 }, [line(), line({ totalCost: 5 })]).totalValue).toBe(7)
    expect(applyDefaults(ground, { ...who, totalValue: 0 }, undefined)).toMatchObject({
      totalValue: 0,
      clientPhone: null,
    })
    expect(applyDefaults(ground, { ...who, totalValue: null }, [line({ totalCost: 5 })]).totalValue).toBe(5)
  })

  it('accepts an open or approved proposal of the same folder only', () => {
    const chosen =
      (status: ProposalSource['status'], folder = 'f') =>
      () =>
        chooseProposal({ ...proposal, status }, folder)
    for (const status of ['draft', 'sent', 'approved'] as const) expect(chosen(status)()).toMatchObject({ status })
    for (const status of ['expired', 'rejected', 'withdrawn'] as const)
      expect(chosen(status)).toThrow('Choose a proposal')
    expect(chosen('approved', 'another')).toThrow('Choose a proposal from this folder')
    expect(() => chooseProposal(null, 'f')).toThrow('Choose a proposal from this folder')
  })

  it('names lines without a name after their rate cards', () => {
    const sent = [
      { ...line({ serviceRateId: 'card' }), customName: null },
      { ...line({ serviceRateId: 'card' }), customName: 'Ours' },
    ]
    const cards = new Map([['card', 'HR audit']])
    expect(namedLines(sent, cards).map(({ customName }) => customName)).toEqual(['HR audit', 'Ours'])
    expect(() => namedLines(sent, new Map())).toThrow('Choose a rate card from the list.')
  })
})
