import { describe, expect, it } from 'vitest'
import { WorkAction, type WorkItem, WorkKind } from '../../domain/work-queue.ts'
import { actionLabel, groupTitle, queueSentence, saysOf } from './words.ts'

const item = (kind: WorkKind, more: Partial<WorkItem> = {}): WorkItem => ({
  kind,
  id: 'x',
  title: 'Handbook',
  amount: null,
  count: 1,
  contact: 'Ann Keller',
  clientFolderId: 'f',
  folderName: 'Acme',
  due: null,
  isLate: false,
  since: '2026-11-01T00:00:00.000Z',
  action: 'open',
  version: 1,
  link: '/',
  ...more,
})

describe('an item of the work queue', () => {
  it('names the thing, whatever its kind', () => {
    for (const kind of WorkKind.options) expect(saysOf(item(kind)), kind).toContain('Handbook')
  })

  it('has a label for each action', () => {
    for (const action of WorkAction.options) expect(actionLabel({ action }), action).not.toBe('')
  })

  it('counts several policies in one line', () => {
    expect(saysOf(item('acknowledge-policies', { count: 4 }))).toBe('Read and acknowledge 4 policies')
  })

  it('tells an overdue invoice from one that is due today', () => {
    expect(saysOf(item('overdue-invoice', { isLate: true }))).toBe('Overdue: invoice Handbook')
    expect(saysOf(item('overdue-invoice'))).toBe('Due today: invoice Handbook')
  })

  it.each([
    [0, 'Nothing is waiting for you'],
    [1, '1 item is waiting for you'],
    [7, '7 items are waiting for you'],
  ])('says that %i items are waiting', (count, sentence) => {
    expect(queueSentence(count)).toBe(sentence)
  })

  it('says what a group of them asks for, without the one above', () => {
    expect(groupTitle('sign', 48, false)).toBe('Sign 48 documents')
    expect(groupTitle('sign', 1, true)).toBe('Sign 1 more document')
    expect(groupTitle('pay', 3, false)).toBe('Pay 3 invoices')
  })
})
