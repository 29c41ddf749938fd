import { expect, it } from 'vitest'
import { dueWords, historyWords, statusSentence } from './words.ts'

const now = new Date('2026-11-21T15:00:00Z')
const facts = { status: 'sent', dueDate: '2026-12-01', paidAt: null } as const

it.each([
  [facts, 'Due Dec 1, in 10 days'],
  [{ ...facts, dueDate: '2026-11-21' }, 'Due Nov 21, today'],
  [{ ...facts, status: 'overdue', dueDate: '2026-11-18' }, 'Was due Nov 18, 3 days ago'],
  [{ ...facts, status: 'draft' }, 'Due Dec 1'],
  [{ ...facts, status: 'void' }, 'Nothing due'],
  [{ ...facts, status: 'paid', paidAt: '2026-11-20T15:00:00.000Z' }, 'Paid Nov 20'],
] as const)('%o is "%s"', (invoice, words) => expect(dueWords(invoice, now)).toBe(words))

it('says what is open, of how much, and until when', () => {
  const invoice = { ...facts, total: 10_575, balance: 10_575, amountPaid: 0, reason: null }
  expect(statusSentence(invoice, now)).toBe('$105.75 outstanding. Due Dec 1, in 10 days.')
  expect(statusSentence({ ...invoice, balance: 575, amountPaid: 10_000 }, now)).toBe(
    '$5.75 of $105.75 outstanding. Due Dec 1, in 10 days.',
  )
  expect(statusSentence({ ...invoice, status: 'void', reason: 'Billed twice.' }, now)).toBe(
    'Void. No payment due. Billed twice.',
  )
})

it.each([
  [{ action: 'invoice.sent', actorName: 'Alice Moore', days: null }, 'Sent by Alice Moore'],
  [{ action: 'invoice.overdue', actorName: null, days: null }, 'Became overdue'],
  [{ action: 'invoice.reminded', actorName: null, days: -3 }, 'Reminder sent, 3 days before the due date'],
  [{ action: 'invoice.reminded', actorName: null, days: 1 }, 'Reminder sent, 1 day after the due date'],
])('%o reads "%s"', (event, words) => expect(historyWords({ at: '', ...event })).toBe(words))
