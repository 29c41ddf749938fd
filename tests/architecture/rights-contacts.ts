// Rows of the rights table (rights.ts) for the contacts of a folder, merging folders, and a client's to-dos.
import sql from 'sql-template-tag'
import { daysAfter, officeDate } from '../../domain/time.ts'
import type { TestApp } from '../test-app.ts'
import type { Row } from './folder-roles.ts'

let count = 0

/** A staff member whom no other row uses. */
async function newStaff(testApp: TestApp): Promise<string> {
  const person = { email: `member-${++count}@example.com`, role: 'staff', firstName: 'Mel', lastName: 'Ortiz' }
  return (await testApp.alice.post('/api/users', person)).body.id
}

/** Not in effect yet, so that no one sees a folder because of it. */
function nextMonth(testApp: TestApp) {
  const startsOn = daysAfter(officeDate(testApp.db.now), 30)
  return { startsOn, endsOn: daysAfter(startsOn, 6) }
}

const membersOfAcme = (testApp: TestApp) => `/api/client-folders/${testApp.folders.acme.id}/members`

/** A new person each time, because an address can be a contact of a folder only once. */
const newPerson = () => ({
  name: 'Cora Lind',
  email: `cora-${++count}@acme.example`,
  money: true,
  documents: false,
  messages: false,
})

/** Replaces earlier contacts, so that the folder does not fill up. */
async function placeInAcme(testApp: TestApp): Promise<string> {
  const path = `/api/client-folders/${testApp.folders.acme.id}/contacts`
  const earlier: { id: string; name: string }[] = (await testApp.alice.get(path)).body
  for (const { id, name } of earlier)
    if (name !== 'contact' && name !== 'bareContact') await testApp.alice.delete(`/api/folder-contacts/${id}`)
  await testApp.alice.post(path, newPerson())
  return path
}

async function contactOfAcme(testApp: TestApp): Promise<string> {
  const [latest] = (await testApp.alice.get(await placeInAcme(testApp))).body
  return `/api/folder-contacts/${latest.id}`
}

//                 visitor owner stranger inactive holder colleague admin master
const inFolder = [401, 200, 404, 401, 200, 404, 200, 200] as const
const administratorsOne = [401, 404, 404, 401, 404, 404, 200, 200] as const

/** A contact sees the folder, but not the other contacts or their rights. */
const contacts = [403, 403] as const

/** A request of Sam's for Eve as a contact of Acme, replacing earlier ones. */
async function accessRequestOfAcme(testApp: TestApp): Promise<string> {
  const pending: { id: string }[] = (await testApp.alice.get('/api/folder-access-requests?status=pending')).body
  for (const { id } of pending)
    await testApp.alice.patch(`/api/folder-access-requests/${id}/status`, { status: 'withdrawn' })
  const url = `/api/client-folders/${testApp.folders.acme.id}/contacts`
  return (await testApp.sam.post(url, { ...newPerson(), email: 'eve@example.com' })).body.id
}

/** The address for merging a new folder of Sam's, whose team sees Acme as well. */
async function duplicateOfAcme(testApp: TestApp): Promise<string> {
  const input = { name: 'Acme Tooling Inc.', services: 'HR', assignedStaffId: testApp.people.sam.id }
  return `/api/client-folders/${(await testApp.alice.post('/api/client-folders', input)).body.id}/merge`
}

export const contactRights: Record<string, Row> = {
  'GET /api/client-folders/:id/merge': {
    answers: administratorsOne,
    aim: async (testApp) => ({ url: `${await duplicateOfAcme(testApp)}?intoId=${testApp.folders.acme.id}` }),
  },
  'POST /api/client-folders/:id/merge': {
    answers: administratorsOne,
    aim: async (testApp) => ({
      url: await duplicateOfAcme(testApp),
      body: { intoId: testApp.folders.acme.id, reason: 'The same business', people: [] },
    }),
  },
  'GET /api/folder-access-requests': { answers: [401, 200, 200, 401, 200, 200, 200, 200] },
  'GET /api/folder-access-requests/:id': {
    answers: inFolder,
    contacts: [404, 404],
    aim: async (testApp) => ({ url: `/api/folder-access-requests/${await accessRequestOfAcme(testApp)}` }),
  },
  'PATCH /api/folder-access-requests/:id/status': {
    answers: [401, 403, 404, 401, 403, 404, 200, 200],
    contacts: [404, 404],
    aim: async (testApp) => ({
      url: `/api/folder-access-requests/${await accessRequestOfAcme(testApp)}/status`,
      body: { status: 'declined' },
    }),
  },
  'GET /api/client-folders/:id/contacts': {
    answers: inFolder,
    contacts,
    aim: async (testApp) => ({ url: await placeInAcme(testApp) }),
  },
  'POST /api/client-folders/:id/contacts': {
    answers: [401, 201, 404, 401, 201, 404, 201, 201],
    contacts,
    aim: async (testApp) => ({ url: await placeInAcme(testApp), body: newPerson() }),
  },
  'GET /api/folder-contacts/:id': {
    answers: inFolder,
    contacts,
    aim: async (testApp) => ({ url: await contactOfAcme(testApp) }),
  },
  'PATCH /api/folder-contacts/:id': {
    answers: inFolder,
    contacts,
    aim: async (testApp) => ({ url: await contactOfAcme(testApp), body: { money: false, documents: true } }),
  },
  'DELETE /api/folder-contacts/:id': {
    answers: inFolder,
    contacts,
    aim: async (testApp) => ({ url: await contactOfAcme(testApp) }),
  },

  'GET /api/client-folders/:id/members': {
    answers: [401, 404, 404, 401, 200, 404, 200, 200],
    contacts: [404, 404],
    aim: (testApp) => ({ url: membersOfAcme(testApp) }),
  },
  'POST /api/client-folders/:id/members': {
    answers: [401, 404, 404, 401, 201, 404, 201, 201],
    contacts: [404, 404],
    aim: async (testApp) => {
      await testApp.db.run(sql`delete from folder_members`)
      return { url: membersOfAcme(testApp), body: { userId: await newStaff(testApp) } }
    },
  },
  'DELETE /api/folder-members/:id': {
    answers: [401, 404, 404, 401, 200, 404, 200, 200],
    contacts: [404, 404],
    aim: async (testApp) => {
      await testApp.db.run(sql`delete from folder_members`)
      const { id } = (await testApp.alice.post(membersOfAcme(testApp), { userId: await newStaff(testApp) })).body
      return { url: `/api/folder-members/${id}` }
    },
  },

  'GET /api/staff-covers': { answers: [401, 403, 403, 401, 200, 200, 200, 200] },
  'POST /api/staff-covers': {
    answers: [401, 403, 403, 401, 201, 201, 201, 201],
    aim: async (testApp, role) => {
      await testApp.db.run(sql`delete from staff_covers`)
      const userId = role === 'admin' || role === 'master' ? testApp.people.sam.id : null
      return { body: { ...nextMonth(testApp), colleagueId: await newStaff(testApp), userId } }
    },
  },
  'DELETE /api/staff-covers/:id': {
    answers: [401, 404, 404, 401, 200, 404, 200, 200],
    contacts: [404, 404],
    aim: async (testApp) => {
      await testApp.db.run(sql`delete from staff_covers`)
      const body = { ...nextMonth(testApp), colleagueId: await newStaff(testApp) }
      return { url: `/api/staff-covers/${(await testApp.sam.post('/api/staff-covers', body)).body.id}` }
    },
  },

  'GET /api/to-dos': { answers: [401, 200, 200, 401, 403, 403, 403, 403], contacts: [200, 200] },
  'GET /api/client-folders/:id/messages/readers': {
    answers: inFolder,
    aim: (testApp) => ({ url: `/api/client-folders/${testApp.folders.acme.id}/messages/readers` }),
  },
  'POST /api/client-folders/:id/messages/reading': {
    answers: inFolder,
    aim: async (testApp) => {
      const path = `/api/client-folders/${testApp.folders.acme.id}/messages`
      const { id } = (await testApp.sam.post(path, { content: 'Good morning' })).body
      return { url: `${path}/reading`, body: { lastMessageId: id } }
    },
  },
}
