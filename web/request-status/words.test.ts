import { describe, expect, it } from 'vitest'
import type { RequestStatus } from '../../domain/request-status.ts'
import { promiseWords, stepsOf } from './words.ts'

const now = new Date('2026-03-10T15:00:00.000Z')
const request: RequestStatus = {
  reference: 'K7M4-QX2R',
  stage: 'received',
  receivedAt: '2026-03-10T13:00:00.000Z',
  promisedBy: '2026-03-11T13:00:00.000Z',
  acceptedAt: null,
  endedAt: null,
}
const acceptedAt = '2026-03-10T14:00:00.000Z'

describe('the reply time', () => {
  it.each<[Partial<RequestStatus>, string]>([
    [{}, 'by Mar 11, 9:00 AM'],
    [{ promisedBy: '2026-03-10T14:59:00.000Z' }, 'we’re late'],
    [{ stage: 'accepted', acceptedAt }, 'call or email you by Mar 11, 9:00 AM'],
    [{ stage: 'accepted', acceptedAt, promisedBy: '2026-03-10T14:30:00.000Z' }, 'within the 24 hours'],
    [{ stage: 'in-progress', acceptedAt }, 'a folder for your organization'],
    [{ stage: 'accepted', acceptedAt: '2026-03-12T14:00:00.000Z' }, 'later than the 24 hours'],
    [{ stage: 'done', acceptedAt }, 'is done'],
    [{ stage: 'done', acceptedAt: '2026-03-12T14:00:00.000Z' }, 'later than'],
    [{ stage: 'cancelled' }, 'was canceled'],
    [{ stage: 'merged' }, 'together with another one'],
  ])('describes %j', (more, words) => {
    expect(promiseWords({ ...request, ...more }, now)).toContain(words)
  })
})

it('the steps show the current one', () => {
  const states = (more: Partial<RequestStatus>) => stepsOf({ ...request, ...more }, now).map(({ state }) => state)
  expect(states({})).toEqual(['now', 'ahead', 'ahead', 'ahead'])
  expect(states({ stage: 'in-progress', acceptedAt })).toEqual(['over', 'over', 'now', 'ahead'])
  expect(states({ stage: 'done', acceptedAt })).toEqual(['over', 'over', 'over', 'now'])
})

it('a cancelled request ends at its cancellation, accepted or not', () => {
  const names = (more: Partial<RequestStatus>) => stepsOf({ ...request, ...more }, now).map(({ name }) => name)
  expect(names({ stage: 'cancelled' })).toEqual(['Received', 'Cancelled'])
  expect(names({ stage: 'cancelled', acceptedAt })).toEqual(['Received', 'Accepted', 'Cancelled'])
})
