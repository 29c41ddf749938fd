import { describe, expect, it } from 'vitest'
import type { Obligation } from './deadline.ts'
import {
  allowedForTrainingRecord,
  assertCanAssignTraining,
  assertIsNotVoid,
  assertTrainingDates,
  trainingNamed,
  TrainingRecordChange,
  trainingsOf,
} from './training-record.ts'

const today = '2026-11-28'
const hours = (given: unknown) => TrainingRecordChange.shape.hours.safeParse(given)

describe('a training record', () => {
  it.each([0.25, 1.5, 8, 1000, null, undefined])('takes %s hours', (given) => {
    expect(hours(given).data ?? null).toBe(given ?? null)
  })

  it.each([0, 0.1, 1.3, -1, 1000.25, Number.NaN, '2'])('refuses %s hours', (given) => {
    expect(hours(given).success).toBe(false)
  })

  it('is completed today or earlier, and valid until that day or later', () => {
    expect(() => assertTrainingDates({ completedOn: today, validUntil: today }, today)).not.toThrow()
    expect(() => assertTrainingDates({ completedOn: '2026-11-29', validUntil: null }, today)).toThrow(/future day/)
    expect(() => assertTrainingDates({ completedOn: today, validUntil: '2026-11-27' }, today)).toThrow(/later day/)
  })

  it('can only be printed in an archived folder, and no longer when it is void', () => {
    expect(allowedForTrainingRecord({ voidedAt: null }, true)).toEqual(['edit', 'void', 'print'])
    expect(allowedForTrainingRecord({ voidedAt: null }, false)).toEqual(['print'])
    expect(allowedForTrainingRecord({ voidedAt: today }, true)).toEqual([])
    expect(() => assertIsNotVoid({ voidedAt: today })).toThrow(/void/)
  })
})

describe('a training', () => {
  const obligation = (slug: string, kind: Obligation['kind'], sectors: Obligation['appliesTo']['sectors']) =>
    ({
      slug,
      title: slug,
      kind,
      for: 'employee',
      appliesTo: { headCount: { from: 1, to: null }, sectors },
    }) as Obligation
  const known = [
    obligation('Harassment', 'training', ['private', 'private-school']),
    obligation('Reporting', 'training', ['private-school']),
    obligation('Fingerprints', 'background-check', ['private-school']),
  ]

  it('is suggested by sector, and also if the sector is unknown', () => {
    const names = (sector: 'private' | 'private-school' | null) =>
      trainingsOf(known, { headCount: null, sector }).map(({ slug }) => slug)
    expect(names('private')).toEqual(['Harassment'])
    expect(names('private-school')).toEqual(['Harassment', 'Reporting'])
    expect(names(null)).toEqual(['Harassment', 'Reporting'])
  })

  it('is found by its name however it is capitalized, and no other obligation is', () => {
    expect(trainingNamed(known, ' HARASSMENT ')?.slug).toBe('Harassment')
    expect(trainingNamed(known, 'Fingerprints')).toBeUndefined()
  })

  it('is not assigned for a past day, to someone who has left, or to no one', () => {
    const nora = { name: 'Nora Quist', endDate: null }
    expect(() => assertCanAssignTraining({ dueDate: today }, [nora], today)).not.toThrow()
    expect(() => assertCanAssignTraining({ dueDate: '2026-11-27' }, [nora], today)).toThrow(/today or a later day/)
    expect(() => assertCanAssignTraining({ dueDate: today }, [{ ...nora, endDate: '2026-11-27' }], today)).toThrow(
      'Nora Quist no longer works there.',
    )
    expect(() => assertCanAssignTraining({ dueDate: today }, [], today)).toThrow(/no current employees/)
  })
})
