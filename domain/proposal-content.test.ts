// What a proposal may contain, and its totals.
import { describe, expect, it } from 'vitest'
import { composeProposal, ProposalInput } from './proposal.ts'
import { DomainError } from './errors.ts'
import { maxLines } from './service-line.ts'

const today = '2026-11-21'
const folderId = '01890000-0000-7000-8000-0000000000a1'
const rateId = '01890000-0000-7000-8000-0000000000b1'
const optionId = '01890000-0000-7000-8000-0000000000c1'
const line = (more: object = {}) => ({ customName: 'Review', estimatedHours: 2, hourlyRate: 12_550, ...more })
const proposalInput = (more: object = {}) => ({
  clientFolderId: folderId,
  title: 'Handbook',
  description: 'All of it.',
  services: [line()],
  validUntil: today,
  ...more,
})
const applyDefaults = (more: object = {}) =>
  composeProposal(
    ProposalInput.parse(proposalInput(more)),
    new Map([[rateId, 'Handbook review']]),
    today,
    () => optionId,
  )

const firstIssueOf = (act: () => void): [string, string] => {
  try {
    act()
    return ['', '']
  } catch (error) {
    if (error instanceof DomainError) return [error.issues[0]?.path ?? '', error.message]
    const { issues } = error as { issues: { path: (string | number)[]; message: string }[] }
    return [issues[0]?.path.join('.') ?? '', issues[0]?.message ?? '']
  }
}

describe('G4: the content of a proposal', () => {
  it('gets its totals from the portal, and line names from the rate card if missing', () => {
    const composed = applyDefaults({
      services: [
        line({ estimatedHours: 1.25 }),
        { serviceRateId: rateId, customName: '', estimatedHours: 1, hourlyRate: 400_000 },
      ],
    })
    expect(composed.services).toMatchObject([
      { customName: 'Review', totalCost: 15_688 },
      { customName: 'Handbook review', serviceRateId: rateId, totalCost: 400_000 },
    ])
    expect([composed.totalCost, composed.timeline]).toEqual([415_688, []])
  })

  it('is priced without its optional services, which get an id', () => {
    const { services, totalCost } = applyDefaults({
      services: [line({ isOptional: false }), line({ customName: 'Training', isOptional: true })],
      totalCost: 25_100,
    })
    expect(services.map((each) => each.optionId)).toEqual([undefined, optionId])
    expect(totalCost).toBe(25_100)
  })

  it.each([
    [
      'only optional services',
      { services: [line({ isOptional: true })] },
      'services',
      'Add at least one service that isn’t optional.',
    ],
    [
      'a service that is perhaps optional',
      { services: [line({ isOptional: 'yes' })] },
      'services.0.isOptional',
      'Choose whether the service is optional.',
    ],
    ['an id for a line', { services: [line({ optionId })] }, 'services.0', expect.stringContaining('optionId')],
    ['no folder', { clientFolderId: '' }, 'clientFolderId', 'Choose a client folder.'],
    ['no title', { title: ' ' }, 'title', 'Title is required'],
    ['no description', { description: undefined }, 'description', 'Description is required'],
    ['no line', { services: [] }, 'services', 'Add at least one service.'],
    ['no lines at all', { services: undefined }, 'services', 'Add at least one service.'],
    [
      'too many lines',
      { services: Array.from({ length: maxLines + 1 }, () => line()) },
      'services',
      'A proposal can have at most 500 services.',
    ],
    [
      'a line without a name',
      { services: [line({ customName: ' ' })] },
      'services.0.customName',
      'Enter a name for the service.',
    ],
    [
      'an unknown rate card',
      { services: [line(), line({ serviceRateId: folderId })] },
      'services.1.serviceRateId',
      'Choose an active rate card.',
    ],
    [
      'negative hours',
      { services: [line({ estimatedHours: -1 })] },
      'services.0.estimatedHours',
      'A quantity can’t be negative.',
    ],
    [
      'hours in thousandths',
      { services: [line({ estimatedHours: 1.005 })] },
      'services.0.estimatedHours',
      'A quantity can have at most two decimal places.',
    ],
    [
      'a fraction of a cent',
      { services: [line({ hourlyRate: 0.5 })] },
      'services.0.hourlyRate',
      'Enter an amount in whole cents.',
    ],
    [
      'another total of a line',
      { services: [line({ totalCost: 25_101 })] },
      'services.0.totalCost',
      'The total of this line doesn’t equal its hours times its rate.',
    ],
    ['another total', { totalCost: 251 }, 'totalCost', 'This doesn’t add up: it should be $251.00, not $2.51.'],
    [
      'more money than there may be',
      { services: [line({ estimatedHours: 999_999.99, hourlyRate: 9_999_999_999 })] },
      'totalCost',
      'An amount can be at most $99,999,999.99.',
    ],
    ['a day that is over', { validUntil: '2026-11-20' }, 'validUntil', 'Choose today or a later date.'],
    ['a day that is none', { validUntil: '2026-02-30' }, 'validUntil', 'Enter a date.'],
    ['no day', { validUntil: undefined }, 'validUntil', 'Enter a date.'],
    [
      'a phase without a name',
      { timeline: [{ phase: '', duration: '1 week' }] },
      'timeline.0.phase',
      'Enter a name for the phase.',
    ],
  ])('is refused with %s, with a sentence', (_what, part, path, sentence) => {
    expect(firstIssueOf(() => applyDefaults(part))).toEqual([path, sentence])
  })

  it('matches exact decimal arithmetic to the cent, ten thousand times (seed 7)', () => {
    let state = 7
    const below = (n: number) => {
      state = (state * 1_664_525 + 1_013_904_223) >>> 0
      return state % n
    }
    for (let round = 0; round < 10_000; round++) {
      const lines = Array.from({ length: 1 + below(6) }, () => {
        const [whole, fraction] = [below(400), below(100)]
        return { text: `${whole}.${String(fraction).padStart(2, '0')}`, rate: below(50_000) }
      })
      const services = lines.map(({ text, rate }) => line({ estimatedHours: Number(text), hourlyRate: rate }))
      const expected = lines.map(({ text, rate }) => roundedHalfUp(BigInt(text.replace('.', '')) * BigInt(rate)))
      const totalCost = Number(expected.reduce((sum, cents) => sum + cents, 0n))
      const { services: composed, totalCost: sum } = applyDefaults({ services, totalCost })
      expect(composed.map((each) => BigInt(each.totalCost))).toEqual(expected)
      expect(sum).toBe(totalCost)
    }
  })

  /** Hundredths of a cent to cents, using digits only. */
  function roundedHalfUp(hundredths: bigint): bigint {
    const digits = hundredths.toString().padStart(3, '0')
    return BigInt(digits.slice(0, -2)) + (digits.at(-2)! >= '5' ? 1n : 0n)
  }
})
