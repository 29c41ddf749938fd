import { describe, expect, it } from 'vitest'
import { replyTime } from './reply-clock.ts'

const createdAt = '2026-03-10T12:00:00Z'
const after = (hours: number, minutes = 0) => new Date(Date.parse(createdAt) + (hours * 60 + minutes) * 60_000)

describe('the reply clock', () => {
  it.each([
    [0, 0, 'calm', '24 h left'],
    [0, 1, 'calm', '23 h left'],
    [14, 30, 'calm', '9 h left'],
    [18, 0, 'calm', '6 h left'],
    [18, 1, 'soon', '5 h 59 m left'],
    [21, 20, 'soon', '2 h 40 m left'],
    [22, 0, 'soon', '2 h left'],
    [23, 20, 'soon', '40 m left'],
    [24, 0, 'soon', '0 m left'],
    [24, 1, 'late', '1 m overdue'],
    [25, 0, 'late', '1 h overdue'],
    [71, 59, 'late', '47 h overdue'],
    [72, 0, 'late', '2 days overdue'],
  ])('after %i h %i m is %s: %s', (hours, minutes, tone, words) =>
    expect(replyTime(createdAt, after(hours, minutes))).toMatchObject({ tone, words }),
  )

  it('empties its ring evenly', () => {
    expect(replyTime(createdAt, after(0)).left).toBe(1)
    expect(replyTime(createdAt, after(12)).left).toBe(0.5)
    expect(replyTime(createdAt, after(30)).left).toBe(0)
  })

  it('is full, not fuller, for a request from a clock that runs ahead', () =>
    expect(replyTime(createdAt, after(-1))).toMatchObject({ left: 1, words: '24 h left' }))
})
