import { describe, expect, it } from 'vitest'
import { signatureReminderDue } from './signature-reminder.ts'
import { daysAfter } from './time.ts'

/** The days, counted from the signer's turn, on which reminders are sent by a job that runs every day. */
function sentOnDays(signBy: number | null, { outage = [] }: { outage?: number[] } = {}) {
  const sentOn = '2026-11-01'
  let remindedOn: string | null = null
  const sent: number[] = []
  for (let day = 0; day <= 90; day++) {
    if (outage.includes(day)) continue
    const today = daysAfter(sentOn, day)
    const facts = { sentOn, signBy: signBy === null ? null : daysAfter(sentOn, signBy), remindedOn }
    if (signatureReminderDue(facts, today) === null) continue
    remindedOn = today
    sent.push(day)
  }
  return sent
}

describe('reminders to sign', () => {
  it('are sent 3 and 7 days after the turn came, 2 days before the due date, and on it', () => {
    expect(sentOnDays(null)).toEqual([3, 7])
    expect(sentOnDays(30)).toEqual([3, 7, 28, 30])
  })

  it('are sent at most once a day', () => {
    expect(sentOnDays(3)).toEqual([1, 3, 7])
    expect(sentOnDays(5)).toEqual([3, 5, 7])
    expect(sentOnDays(9)).toEqual([3, 7, 9])
  })

  it('are not sent on the day on which the turn came, or before it', () => {
    expect(sentOnDays(0)).toEqual([3, 7])
    expect(sentOnDays(1)).toEqual([1, 3, 7])
    expect(sentOnDays(-10)).toEqual([3, 7])
  })

  it('are sent once after an outage, and never more than two weeks late', () => {
    expect(sentOnDays(12, { outage: [3, 4, 5, 6, 7, 8] })).toEqual([9, 10, 12])
    expect(sentOnDays(null, { outage: Array.from({ length: 22 }, (_, day) => day) })).toEqual([])
  })
})
