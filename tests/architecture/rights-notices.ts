// Notifications, drafts, staff-only notes, and unanswered threads. See rights.ts.
import sql from 'sql-template-tag'
import { newId } from '../../server/kit/id.ts'
import type { TestApp } from '../test-app.ts'
import { type Row, type FolderRole, inRole } from './folder-roles.ts'

const acme = (testApp: TestApp, rest: string) => `/api/client-folders/${testApp.folders.acme.id}${rest}`

/** A notification of the caller. */
async function ownNotification(testApp: TestApp, role: FolderRole): Promise<string> {
  const id = newId()
  const { id: userId } = testApp.people[role === 'visitor' ? 'ann' : inRole[role]]
  await testApp.db.run(sql`
    insert into notifications (user_id, id, kind, about, subject, path, created_at)
    values (${userId}, ${id}, 'messages', 'messages', 'A message is waiting for you', '/', ${testApp.db.now})`)
  return id
}

async function waitingMessage(testApp: TestApp): Promise<string> {
  const id = newId()
  await testApp.db.run(sql`
    insert into unanswered_threads (client_folder_id, message_id, last_message_id, message_count, since)
    values (${testApp.folders.acme.id}, ${id}, ${id}, 1, ${testApp.db.now})
    on conflict (client_folder_id) do update set last_message_id = excluded.last_message_id`)
  return id
}

async function noteOfSam(testApp: TestApp): Promise<string> {
  return (await testApp.sam.post(acme(testApp, '/staff-notes'), { content: 'They pay late' })).body.id
}

//                 visitor owner stranger inactive holder colleague admin master
const everyone = [401, 200, 200, 401, 200, 200, 200, 200] as const
const team = [401, 403, 403, 401, 200, 200, 200, 200] as const
const inFolder = [401, 200, 404, 401, 200, 404, 200, 200] as const
const teamInFolder = [401, 404, 404, 401, 200, 404, 200, 200] as const

export const noticeRights: Record<string, Row> = {
  'GET /api/notifications': { answers: everyone },
  'GET /api/notifications/figures': { answers: everyone },
  'PUT /api/notifications/:id/reading': {
    contacts: [404, 404],
    answers: everyone,
    aim: async (testApp, role) => ({ url: `/api/notifications/${await ownNotification(testApp, role)}/reading` }),
  },
  'PUT /api/notifications/reading': { answers: everyone, aim: () => ({ body: {} }) },
  'GET /api/email-choices': { answers: everyone },
  'PUT /api/email-choices': { answers: everyone, aim: () => ({ body: { messages: 'at-once' } }) },
  'GET /api/drafts/:folder': {
    answers: inFolder,
    aim: (testApp) => ({ url: `/api/drafts/${testApp.folders.acme.id}` }),
  },
  'PATCH /api/drafts/:folder': {
    answers: inFolder,
    aim: (testApp) => ({ url: `/api/drafts/${testApp.folders.acme.id}`, body: { message: 'Good mor' } }),
  },
  'GET /api/client-folders/:id/staff-notes': {
    answers: teamInFolder,
    aim: (testApp) => ({ url: acme(testApp, '/staff-notes') }),
  },
  'POST /api/client-folders/:id/staff-notes': {
    answers: [401, 404, 404, 401, 201, 404, 201, 201],
    aim: (testApp) => ({ url: acme(testApp, '/staff-notes'), body: { content: 'They pay late' } }),
  },
  'GET /api/staff-notes/:id': {
    answers: teamInFolder,
    aim: async (testApp) => ({ url: `/api/staff-notes/${await noteOfSam(testApp)}` }),
  },
  'PUT /api/staff-notes/:id': {
    answers: [401, 404, 404, 401, 200, 404, 403, 403],
    aim: async (testApp) => ({ url: `/api/staff-notes/${await noteOfSam(testApp)}`, body: { content: 'They pay' } }),
  },
  'GET /api/unanswered-threads': { answers: team },
  'GET /api/unanswered-threads/figures': { answers: team },
  'POST /api/client-folders/:id/messages/set-aside': {
    answers: teamInFolder,
    aim: async (testApp) => ({
      url: acme(testApp, '/messages/set-aside'),
      body: { lastMessageId: await waitingMessage(testApp) },
    }),
  },
  'DELETE /api/client-folders/:id/messages/set-aside': {
    answers: teamInFolder,
    aim: (testApp) => ({ url: acme(testApp, '/messages/set-aside') }),
  },
}
