import { describe, expect, it } from 'vitest'
import type { FollowUpItem } from '../../domain/dashboard.ts'
import { isLate, placeOf, waitWords } from './follow-up-words.ts'

const now = new Date('2026-11-21T15:00:00Z')
const item = (more: Partial<FollowUpItem>): FollowUpItem => ({
  id: 'i1',
  kind: 'invoices',
  clientFolderId: 'f1',
  who: 'Old Dominion Millwork',
  contact: null,
  what: 'INV-20261021-01',
  amount: 423_000,
  since: '2026-11-01T15:00:00.000Z',
  due: null,
  ...more,
})

it.each([
  [{ kind: 'service-requests', since: '2026-11-20T12:00:00.000Z' }, '3 h overdue'],
  [{ kind: 'invoices', due: '2026-11-13' }, '8 days overdue'],
  [{ kind: 'invoices', due: '2026-11-20' }, '1 day overdue'],
  [{ kind: 'assignments', due: '2023-02-25' }, '1,365 days overdue'],
  [{ kind: 'document-requests', due: '2026-11-19' }, '2 days overdue'],
  [{ kind: 'contracts' }, '20 days unsigned'],
  [{ kind: 'documents', since: '2026-11-21T05:00:00.000Z' }, 'Sent today'],
  // In the office it was still the day before.
  [{ kind: 'documents', since: '2026-11-21T04:59:00.000Z' }, '1 day unsigned'],
  [{ kind: 'proposals', due: '2026-11-25' }, '20 days unanswered'],
  [{ kind: 'proposals', due: '2026-11-24' }, 'Expires in 3 days'],
  [{ kind: 'proposals', due: '2026-11-22' }, 'Expires tomorrow'],
  [{ kind: 'proposals', due: '2026-11-21' }, 'Expires today'],
  [{ kind: 'proposals' }, '20 days unanswered'],
] as const)('says of %o how long: %s', (more, words) => expect(waitWords(item(more), now)).toBe(words))

describe('an item that needs follow-up', () => {
  const inFolder = { to: '/client-folders/$id', params: { id: 'f1' } }
  it.each([
    ['service-requests', { to: '/', search: { open: 'i1' } }, true],
    ['invoices', { to: '/invoices/$id', params: { id: 'i1' } }, true],
    ['contracts', { to: '/contracts/$id', params: { id: 'i1' } }, false],
    ['documents', { ...inFolder, search: { tab: 'documents' } }, false],
    ['proposals', { to: '/proposals/$id', params: { id: 'i1' } }, false],
    ['document-requests', { ...inFolder, search: { tab: 'requests', request: 'i1' } }, true],
    ['assignments', { ...inFolder, search: { assignment: 'i1' } }, true],
  ] as const)('links an item of %s to %o', (kind, place, late) => {
    expect(placeOf(item({ kind }))).toEqual(place)
    expect(isLate({ kind })).toBe(late)
  })
})
