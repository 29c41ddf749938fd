import { expect, it } from 'vitest'
import { groupsOf, inOrder } from './agreements.ts'

const agreement = (createdAt: string, waits = false) => ({ createdAt, waits })

it('puts what waits first, then the newest', () => {
  const all = [agreement('2026-01'), agreement('2026-05'), agreement('2026-02', true), agreement('2026-04')]
  expect(inOrder(all).map(({ createdAt }) => createdAt)).toEqual(['2026-02', '2026-05', '2026-04', '2026-01'])
})

it('puts what to sign before invoices that wait, which come by their due date', () => {
  const invoice = (dueDate: string) => ({ ...agreement('2026-03', true), dueDate })
  const all = [invoice('2026-06-02'), invoice('2026-04-30'), agreement('2026-01', true)]
  expect(inOrder(all).map((each) => ('dueDate' in each ? each.dueDate : 'to sign'))).toEqual([
    'to sign',
    '2026-04-30',
    '2026-06-02',
  ])
})

it('groups what waits before the others of each kind, without empty groups', () => {
  const one = (noun: 'proposals' | 'contracts' | 'invoices', waits = false) => ({ noun, waits })
  const groups = groupsOf([one('invoices', true), one('proposals'), one('invoices'), one('proposals', true)])
  expect(groups.map(({ title, items }) => [title, items.length])).toEqual([
    ['Waiting for you', 2],
    ['Invoices', 1],
    ['Proposals', 1],
  ])
})
