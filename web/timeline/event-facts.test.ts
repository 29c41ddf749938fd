import { expect, it } from 'vitest'
import { factsOf, labelOf } from './event-facts.ts'

const sam = '01890000-0000-7000-8000-00000000005a'
const of = (details: Record<string, unknown>) => factsOf({ details, people: { [sam]: 'Sam Carter' } })

it('shows values before and after a change, only of fields that differ', () => {
  expect(of({ before: 'draft', after: 'in-progress' })).toEqual([
    { label: 'Status', before: 'draft', after: 'in progress' },
  ])
  expect(
    of({
      before: { status: 'pending', assignedStaffId: null, total: 1 },
      after: { status: 'pending', assignedStaffId: sam, total: 125_050 },
    }),
  ).toEqual([
    { label: 'Assigned staff', before: 'nothing', after: 'Sam Carter' },
    { label: 'Total', before: '$0.01', after: '$1,250.50' },
  ])
})

it('shows other details as recorded', () => {
  expect(of({ withoutVersion: true, fields: ['taxExempt'], revision: 2, period: { from: '2026-01-01' } })).toEqual([
    { label: 'Without version', before: null, after: 'yes' },
    { label: 'Fields', before: null, after: 'Tax exempt' },
    { label: 'Revision', before: null, after: '2' },
    { label: 'Period', before: null, after: 'From: 2026-01-01' },
  ])
  expect(of({})).toEqual([])
  expect(labelOf('assignedStaffId')).toBe('Assigned staff')
})
