import { describe, expect, it } from 'vitest'
import { type Actor, unlimited } from './actor.ts'
import { allowedForCover, assertCanCover, coverDays, personToCover } from './staff-cover.ts'

const actor = (id: string, role: Actor['role']): Actor => ({
  id,
  role,
  firstName: null,
  lastName: null,
  ...unlimited,
})
const [sam, sue, alice] = [actor('sam', 'staff'), actor('sue', 'staff'), actor('alice', 'admin')]
const today = '2026-11-27'
const input = (startsOn: string, endsOn: string, colleagueId = 'sue') => ({
  userId: null,
  colleagueId,
  startsOn,
  endsOn,
})

describe('cover', () => {
  it('is for staff themselves, or for the person whom an administrator names', () => {
    expect(personToCover(sam, { userId: null })).toBe('sam')
    expect(personToCover(sam, { userId: 'sam' })).toBe('sam')
    expect(() => personToCover(sam, { userId: 'sue' })).toThrow('your own folders only')
    expect(personToCover(alice, { userId: 'sam' })).toBe('sam')
    expect(() => personToCover(alice, { userId: null })).toThrow('Choose who is away.')
  })

  it('lasts from today at the earliest, and at most 90 days', () => {
    expect(coverDays({ startsOn: today, endsOn: today })).toBe(1)
    expect(() => assertCanCover('sam', input(today, '2027-02-24'), today)).not.toThrow()
    expect(() => assertCanCover('sam', input(today, '2027-02-25'), today)).toThrow('at most 90 days')
    expect(() => assertCanCover('sam', input('2026-11-26', today), today)).toThrow('today or a later date')
    expect(() => assertCanCover('sam', input('2026-12-02', '2026-12-01'), today)).toThrow('first day or a later date')
    expect(() => assertCanCover('sam', input('2027-11-28', '2027-11-28'), today)).toThrow('within one year')
    expect(() => assertCanCover('sam', input(today, today, 'sam'), today)).toThrow('someone other')
  })

  it('can be ended by the person who is away and administrators, not by the colleague', () => {
    const cover = { userId: 'sam', status: 'active' as const }
    expect([sam, sue, alice].map((each) => allowedForCover(cover, each))).toEqual([['end'], [], ['end']])
    expect(allowedForCover({ ...cover, status: 'ended' }, sam)).toEqual([])
  })
})
