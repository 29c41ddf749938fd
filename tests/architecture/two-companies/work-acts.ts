// What the team does besides: tasks, jobs, appointments, imports, and emails that arrived.
import { pdf, zip } from '../../samples.ts'
import { upload } from '../../uploads.ts'
import { clientListOf, forgetUploads } from './furnish.ts'
import { type Act, hush, ofWork, type Walk } from './sides.ts'

export const workActs = (walk: Walk): Act[] => [
  ...taskActs(walk),
  ...bookingActs(walk),
  ...bulkActionActs(walk),
  ...receivedEmailActs(walk),
  ...clientImportActs(walk),
  ...documentImportActs(walk),
]

function taskActs({ random, jobTemplateId, oneOf, otherOf, remember, administers }: Walk): Act[] {
  const task = (text: string, clientFolderId: string) => ({
    title: `${hush}: call ${text}`,
    clientFolderId,
    notes: text,
    checklist: [{ text: `Ask ${text}` }],
  })
  return [
    async (caller, side) => {
      const answer = await caller.post('/api/tasks', task(ofWork(side), side.folder))
      remember(side, 'tasks', answer)
      return ['plans a task', answer]
    },
    // Staff can't move a task to a folder that they don't see.
    async (caller, side) => {
      const elsewhere = administers(caller) ? side.folder : otherOf(side).folder
      const folder = random.oneOf([side.folder, elsewhere])
      return ['edits a task', await caller.put(`/api/tasks/${oneOf(side, 'tasks')}`, task(ofWork(side), folder))]
    },
    async (caller, side) => {
      const status = random.oneOf(['to-do', 'in-progress', 'done'])
      return ['moves a task', await caller.patch(`/api/tasks/${oneOf(side, 'tasks')}/status`, { status })]
    },
    async (caller, side) => {
      const url = `/api/tasks/${oneOf(side, 'tasks')}`
      const { body } = await caller.get(url)
      const itemId: string = body?.checklist?.[0]?.id ?? side.folder
      return ['checks an item', await caller.patch(`${url}/checklist`, { itemId, isDone: random.below(2) === 1 })]
    },
    async (caller, side) => ['deletes a task', await caller.delete(`/api/tasks/${oneOf(side, 'tasks')}`)],
    async (caller, side) => {
      const body = { templateId: jobTemplateId, templateVersion: 1, startsOn: '2030-01-31' }
      return ['starts a job', await caller.post(`/api/client-folders/${side.folder}/jobs`, body)]
    },
    async (caller, side) => {
      const url = random.oneOf([`/api/tasks?q=${side.word}`, `/api/tasks?clientFolderId=${side.folder}`])
      return [url, await caller.get(url)]
    },
  ]
}

function bookingActs({ testApp, oneOf, remember }: Walk): Act[] {
  const times = (folder: string) => `/api/client-folders/${folder}/booking-times`
  const later = '2030-01-01T15:00:00.000Z'
  return [
    async (caller, side) => {
      const { body: free } = await caller.get(times(side.folder))
      const startsAt: unknown = free?.days?.[0]?.times[0] ?? later
      const url = `/api/client-folders/${side.folder}/bookings`
      const answer = await caller.post(url, { topic: ofWork(side), startsAt })
      remember(side, 'bookings', answer)
      return ['books an appointment', answer]
    },
    async (caller, side) => {
      const { body: free } = await caller.get(times(side.folder))
      const startsAt: unknown = free?.days?.at(-1)?.times.at(-1) ?? later
      return ['moves an appointment', await caller.patch(`/api/bookings/${oneOf(side, 'bookings')}`, { startsAt })]
    },
    async (caller, side) => {
      const body = { status: 'cancelled', reason: `As ${ofWork(side)} wants` }
      const url = `/api/bookings/${oneOf(side, 'bookings')}/status`
      return ['cancels an appointment', await caller.patch(url, body)]
    },
    async (caller, side) => {
      const url = `/api/booking-hours/${testApp.people[side.staff].id}`
      return ['sets booking hours', await caller.put(url, { isBookable: true, days: null })]
    },
  ]
}

// Everyone reads and stops the bulk actions of the side; who starts them is in own-acts.ts.
const bulkActionActs = ({ random, oneOf }: Walk): Act[] => [
  async (caller, side) => {
    const url = `/api/bulk-actions/${oneOf(side, 'bulk-actions')}/status`
    return ['stops a bulk action', await caller.patch(url, { status: 'stopped' })]
  },
  async (caller, side) => {
    const its = `/api/bulk-actions/${oneOf(side, 'bulk-actions')}`
    const url = random.oneOf(['/api/bulk-actions?limit=200', its, `${its}/items`, `${its}/csv`])
    return [url, await caller.get(url)]
  },
  async (caller, side) => {
    const url = `/api/bulk-actions/recipients?q=${side.word}`
    return [url, await caller.get(url)]
  },
]

// It is no longer in the mailbox, so it can't be added to a folder.
const receivedEmailActs = ({ random, oneOf, otherOf }: Walk): Act[] => [
  async (caller, side) => {
    const clientFolderId = random.oneOf([side.folder, otherOf(side).folder])
    const url = `/api/received-emails/${oneOf(side, 'received-emails')}/message`
    return ['adds an email', await caller.post(url, { clientFolderId })]
  },
  async (caller, side) => {
    const url = `/api/received-emails/${oneOf(side, 'received-emails')}`
    return [url, await caller.get(url)]
  },
  async (caller, side) => [
    'dismisses an email',
    await caller.post(`/api/received-emails/${oneOf(side, 'received-emails')}/dismissal`),
  ],
]

function clientImportActs({ next, oneOf, remember }: Walk): Act[] {
  return [
    async (caller, side) => {
      const headers = { 'content-type': 'text/csv' }
      const payload = clientListOf(side, next())
      const answer = await caller.send({ method: 'POST', url: '/api/client-imports', headers, payload })
      remember(side, 'client-imports', answer)
      return ['uploads a list', answer]
    },
    async (caller, side) => {
      const body = { mapping: { name: 0, email: 1, lead: 2 }, defaultLeadId: null }
      return ['maps columns', await caller.put(`/api/client-imports/${oneOf(side, 'client-imports')}`, body)]
    },
    async (caller, side) => {
      const url = `/api/client-imports/${oneOf(side, 'client-imports')}/start`
      return ['imports clients', await caller.post(url, { invites: false })]
    },
    async (caller, side) => [
      'stops an import',
      await caller.post(`/api/client-imports/${oneOf(side, 'client-imports')}/stop`),
    ],
    async (caller, side) => [
      'discards an import',
      await caller.delete(`/api/client-imports/${oneOf(side, 'client-imports')}`),
    ],
  ]
}

const documentImportActs = ({ testApp, next, oneOf, remember, administers }: Walk): Act[] => [
  async (caller, side) => {
    await testApp.db.run(forgetUploads)
    const files = zip([{ name: `Old ${ofWork(side)} ${next()}.pdf`, content: pdf(ofWork(side)) }])
    const documentURL = administers(caller) ? (await upload(caller, files)).documentURL : '-'
    const body = { documentURL, fileName: `${side.word}.zip`, clientFolderId: side.folder }
    const answer = await caller.post('/api/document-imports', body)
    remember(side, 'document-imports', answer)
    return ['uploads a ZIP', answer]
  },
  async (caller, side) => [
    'imports documents',
    await caller.post(`/api/document-imports/${oneOf(side, 'document-imports')}/start`),
  ],
  async (caller, side) => [
    'stops an import of documents',
    await caller.post(`/api/document-imports/${oneOf(side, 'document-imports')}/stop`),
  ],
  async (caller, side) => [
    'discards a ZIP',
    await caller.delete(`/api/document-imports/${oneOf(side, 'document-imports')}`),
  ],
]
