// What a person still sees when they no longer see the folder: their own time, timer, saved replies, and bulk actions with
// their recipients. Also who covers for whom.
import { daysAfter, officeDate } from '../../../domain/time.ts'
import type { Caller } from '../../test-app.ts'
import { type Act, ofMoney, ofWork, type Side, type Walk } from './sides.ts'

export const ownActs = (walk: Walk): Act[] => [
  ...startedBulkActionActs(walk),
  ...timeActs(walk),
  ...savedReplyActs(walk),
  ...coverActs(walk),
]

/** A client of the other company among the chosen ones, and filters that may match the other company. */
function startedBulkActionActs({ random, otherOf, remember, administers }: Walk): Act[] {
  const contentFor = (side: Side) =>
    random.oneOf<object>([
      { kind: 'message', content: `Dear all of ${ofWork(side)}` },
      { kind: 'document-request', title: `File of all ${ofWork(side)}` },
      { kind: 'assignment', title: `Task for all ${ofWork(side)}`, description: ofWork(side) },
      { kind: 'policy-acknowledgment', policy: 'wage-hour' },
      { kind: 'invitation' },
    ])
  const start = async (caller: Caller, side: Side, recipients: object) => {
    const answer = await caller.post('/api/bulk-actions', { ...contentFor(side), recipients })
    remember(side, 'bulk-actions', answer)
    return answer
  }
  return [
    async (caller, side) => ['starts a bulk action', await start(caller, side, { folderIds: [side.folder] })],
    async (caller, side) => {
      // An administrator sees both, so it would reach both.
      const others = administers(caller) ? [] : [otherOf(side).folder]
      return ['reaches for the others', await start(caller, side, { folderIds: [side.folder, ...others] })]
    },
    async (caller, side) => ['reaches by a filter', await start(caller, side, { filter: { q: side.word } })],
    async (caller, side) => {
      const recipients = { folderIds: [otherOf(side).folder] }
      const body = { kind: 'message', content: 'Hello', recipients }
      return ['writes to the others', await caller.post('/api/bulk-actions', body)]
    },
  ]
}

function timeActs({ testApp, serviceRateId, oneOf, remember }: Walk): Act[] {
  const timeOf = (side: Side) => ({
    clientFolderId: side.folder,
    serviceRateId,
    date: officeDate(testApp.db.now),
    minutes: 1,
    description: `Call with ${ofMoney(side)}`,
  })
  return [
    async (caller, side) => {
      const answer = await caller.post('/api/time-entries', timeOf(side))
      remember(side, 'time-entries', answer)
      return ['records time', answer]
    },
    async (caller, side) => [
      'corrects time',
      await caller.put(`/api/time-entries/${oneOf(side, 'time-entries')}`, { ...timeOf(side), minutes: 2 }),
    ],
    async (caller, side) => ['deletes time', await caller.delete(`/api/time-entries/${oneOf(side, 'time-entries')}`)],
    async (caller, side) => {
      const timeEntryIds = [oneOf(side, 'time-entries')]
      const body = { clientFolderId: side.folder, timeEntryIds, grouping: 'service', dueDate: '2099-12-31' }
      const answer = await caller.post('/api/time-entries/invoice', body)
      remember(side, 'invoices', answer)
      return ['bills time', answer]
    },
    async (caller, side) => {
      const { clientFolderId, description } = timeOf(side)
      return ['starts a timer', await caller.put('/api/timer', { clientFolderId, serviceRateId, description })]
    },
    async (caller, side) => {
      const answer = await caller.post('/api/timer/entry', timeOf(side))
      remember(side, 'time-entries', answer)
      return ['stops a timer', answer]
    },
    async (caller) => ['discards a timer', await caller.delete('/api/timer')],
  ]
}

/** Anyone may write any text into a reply of their own, so only the side's people write its word. */
function savedReplyActs({ oneOf, remember, worksFor }: Walk): Act[] {
  const reply = (side: Side) => ({ title: `Reply ${ofWork(side)}`, content: `Hi {{first name}} of ${ofWork(side)}` })
  const list = '/api/saved-replies'
  return [
    async (caller, side) => {
      if (!worksFor(caller, side)) return ['lists replies', await caller.get(list)]
      const answer = await caller.post(list, reply(side))
      remember(side, 'saved-replies', answer)
      return ['saves a reply', answer]
    },
    async (caller, side) => {
      const url = `${list}/${oneOf(side, 'saved-replies')}`
      return ['edits a reply', worksFor(caller, side) ? await caller.put(url, reply(side)) : await caller.get(url)]
    },
    async (caller, side) => ['deletes a reply', await caller.delete(`${list}/${oneOf(side, 'saved-replies')}`)],
    async (caller, side) => {
      const url = `/api/client-folders/${side.folder}/saved-replies/${oneOf(side, 'saved-replies')}`
      return ['fills in a reply', await caller.get(url)]
    },
  ]
}

/** Planned for next month, so that it opens no folder now. */
const coverActs = ({ testApp, cast, oneOf, remember, administers }: Walk): Act[] => [
  async (caller, side) => {
    const startsOn = daysAfter(officeDate(testApp.db.now), 30)
    const userId = administers(caller) ? testApp.people[side.staff].id : null
    const body = { userId, colleagueId: cast.pat.id, startsOn, endsOn: startsOn }
    const answer = await caller.post('/api/staff-covers', body)
    if (administers(caller) || caller === testApp[side.staff]) remember(side, 'staff-covers', answer)
    return ['plans cover', answer]
  },
  async (caller, side) => ['ends cover', await caller.delete(`/api/staff-covers/${oneOf(side, 'staff-covers')}`)],
]
