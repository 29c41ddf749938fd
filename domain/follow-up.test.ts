import { describe, expect, it } from 'vitest'
import {
  daysToPlan,
  dueStep,
  type FollowUpPlan,
  isReminderTime,
  plannedSteps,
  replySteps,
  stepsAround,
} from './follow-up.ts'
import { firstOfficeHours, isOfficeDay, type OfficeHours } from './office-hours.ts'
import { officeInstant } from './time.ts'

/** Closed on Wednesday, November 11, 2026. */
const office: OfficeHours = { ...firstOfficeHours, holidays: [{ date: '2026-11-11', name: 'Veterans Day' }] }
const at = (date: string, time = '10:00') => officeInstant(date, time)
const plan = (steps: FollowUpPlan['steps'], more: Partial<FollowUpPlan> = {}): FollowUpPlan => ({
  steps,
  sent: [],
  isPaused: false,
  ...more,
})
const around = (dueDate: string) => stepsAround([-3, 1], dueDate, '2026-11-01', { to: 'client' })

describe('an office day', () => {
  it('is Monday to Friday while no hours are entered, without holidays', () => {
    const week = ['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13', '2026-11-14', '2026-11-15']
    expect(week.filter((date) => isOfficeDay(office, date))).toEqual([
      '2026-11-09',
      '2026-11-10',
      '2026-11-12',
      '2026-11-13',
    ])
  })

  it('is a day with hours once hours are entered, also on a Saturday', () => {
    const open = { opens: '09:00', closes: '12:00' }
    const days = [open, null, open, open, open, open, null]
    const hours = { ...office, days }
    expect(['2026-11-10', '2026-11-11', '2026-11-14', '2026-11-15'].map((date) => isOfficeDay(hours, date))).toEqual([
      false,
      false,
      true,
      false,
    ])
  })

  it('has reminders from 8:00 to 18:00, and a weekend or holiday has none', () => {
    const times = ['07:59', '08:00', '17:59', '18:00']
    expect(times.map((time) => isReminderTime(office, at('2026-11-10', time)))).toEqual([false, true, true, false])
    for (const date of ['2026-11-11', '2026-11-14']) expect(isReminderTime(office, at(date))).toBe(false)
  })

  it('is planned from today, or from tomorrow after office hours', () => {
    const days = ['2026-11-10', '2026-11-12', '2026-11-13', '2026-11-16', '2026-11-17']
    expect(daysToPlan(office, at('2026-11-10', '17:59'))).toEqual(days)
    expect(daysToPlan(office, at('2026-11-10', '18:00'))).toEqual(days.slice(1))
  })
})

describe('the step that is due', () => {
  it('is the latest that has come, once', () => {
    const steps = around('2026-11-10')
    expect(dueStep(plan(steps), at('2026-11-06'))).toBeNull()
    expect(dueStep(plan(steps), at('2026-11-07'))?.name).toBe('before-3')
    expect(dueStep(plan(steps, { sent: ['before-3'] }), at('2026-11-10'))).toBeNull()
    expect(dueStep(plan(steps), at('2026-11-20'))?.name).toBe('after-1')
    expect(dueStep(plan(steps, { sent: ['after-1'] }), at('2026-11-20'))).toBeNull()
  })

  it('is none on the day on which the record was sent, and none after its last day', () => {
    const steps = stepsAround([-3], '2026-11-10', '2026-11-07', { to: 'client', until: '2026-11-10' })
    expect(steps).toEqual([])
    const later = stepsAround([-3], '2026-11-10', '2026-11-06', { to: 'client', until: '2026-11-10' })
    expect([at('2026-11-10'), at('2026-11-11')].map((now) => dueStep(plan(later), now)?.name)).toEqual([
      'before-3',
      undefined,
    ])
  })

  it('is left out for the client while the folder is paused, and not for the team', () => {
    const team = stepsAround([2], '2026-11-10', '2026-11-01', { to: 'team' })
    const steps = [...around('2026-11-10'), ...team]
    expect(dueStep(plan(steps, { isPaused: true }), at('2026-11-11'))).toBeNull()
    expect(dueStep(plan(steps, { isPaused: true }), at('2026-11-12'))?.to).toBe('team')
  })
})

describe('the steps of a reply', () => {
  it('come 20 and 24 hours after the message, at the next full hour', () => {
    const steps = replySteps(at('2026-11-09', '13:20'), 'lead')
    expect(steps).toMatchObject([
      { name: 'hours-20', on: '2026-11-10', at: at('2026-11-10', '10:00'), to: 'lead' },
      { name: 'hours-24', on: '2026-11-10', at: at('2026-11-10', '14:00'), to: 'administrators' },
    ])
    const times = ['09:59', '10:00', '13:59', '14:00']
    expect(times.map((time) => dueStep(plan(steps), at('2026-11-10', time))?.name)).toEqual([
      undefined,
      'hours-20',
      'hours-20',
      'hours-24',
    ])
  })

  it('are sent on the next day if they come after the last run of the day', () => {
    expect(replySteps(at('2026-11-09', '21:01'), 'lead')[0]?.on).toBe('2026-11-11')
    expect(replySteps(at('2026-11-09', '21:00'), 'lead')[0]?.on).toBe('2026-11-10')
  })
})

describe('the planned steps', () => {
  const planned = (of: FollowUpPlan, now = at('2026-11-10')) =>
    plannedSteps(of, daysToPlan(office, now), now).map(({ step, day, isPaused }) => [day, step.name, isPaused])

  it('move from a holiday or weekend to the next office day', () => {
    expect(planned(plan(around('2026-11-14')))).toEqual([
      ['2026-11-12', 'before-3', false],
      ['2026-11-16', 'after-1', false],
    ])
  })

  it('are one step for two that come while the office is closed', () => {
    const steps = stepsAround([0, 1], '2026-11-14', '2026-11-01', { to: 'client' })
    expect(planned(plan(steps))).toEqual([['2026-11-16', 'after-1', false]])
  })

  it('are what would be sent if a folder were not paused', () => {
    expect(planned(plan(around('2026-11-14'), { isPaused: true }))).toEqual([
      ['2026-11-12', 'before-3', true],
      ['2026-11-16', 'after-1', true],
    ])
  })

  it('are two on a day if a reply is due in different hours, and one if both came before the office opened', () => {
    expect(planned(plan(replySteps(at('2026-11-11', '15:00'), 'staff')))).toEqual([
      ['2026-11-12', 'hours-20', false],
      ['2026-11-12', 'hours-24', false],
    ])
    expect(planned(plan(replySteps(at('2026-11-10', '10:00'), 'staff')))).toEqual([['2026-11-12', 'hours-24', false]])
  })
})
