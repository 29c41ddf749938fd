// Notices, drafts, staff-only notes and threads that wait. See rights.ts.
import sql from 'sql-template-tag'
import { newId } from '../../server/kit/id.ts'
import type { World } from '../world.ts'
import { type Row, type Seat, seated } from './seats.ts'

const acme = (world: World, rest: string) => `/api/client-folders/${world.folders.acme.id}${rest}`

/** A notice of whoever asks. */
async function ownNotice(world: World, seat: Seat): Promise<string> {
  const id = newId()
  const { id: userId } = world.people[seat === 'visitor' ? 'ann' : seated[seat]]
  await world.db.run(sql`
    insert into notices (user_id, id, kind, about, subject, path, created_at)
    values (${userId}, ${id}, 'messages', 'messages', 'A message is waiting for you', '/', ${world.db.now})`)
  return id
}

async function waitingMessage(world: World): Promise<string> {
  const id = newId()
  await world.db.run(sql`
    insert into waiting_threads (client_folder_id, message_id, last_message_id, messages, since)
    values (${world.folders.acme.id}, ${id}, ${id}, 1, ${world.db.now})
    on conflict (client_folder_id) do update set last_message_id = excluded.last_message_id`)
  return id
}

//                 visitor owner stranger inactive holder colleague admin master
const everyone = [401, 200, 200, 401, 200, 200, 200, 200] as const
const team = [401, 403, 403, 401, 200, 200, 200, 200] as const
const inFolder = [401, 200, 404, 401, 200, 404, 200, 200] as const
const teamInFolder = [401, 404, 404, 401, 200, 404, 200, 200] as const

export const noticeRights: Record<string, Row> = {
  'GET /api/notices': { answers: everyone },
  'GET /api/notices/figures': { answers: everyone },
  'PUT /api/notices/:id/reading': {
    contacts: [404, 404],
    answers: everyone,
    aim: async (world, seat) => ({ url: `/api/notices/${await ownNotice(world, seat)}/reading` }),
  },
  'PUT /api/notices/reading': { answers: everyone, aim: () => ({ body: {} }) },
  'GET /api/email-choices': { answers: everyone },
  'PUT /api/email-choices': { answers: everyone, aim: () => ({ body: { messages: 'at-once' } }) },
  'GET /api/drafts/:folder': {
    answers: inFolder,
    aim: (world) => ({ url: `/api/drafts/${world.folders.acme.id}` }),
  },
  'PATCH /api/drafts/:folder': {
    answers: inFolder,
    aim: (world) => ({ url: `/api/drafts/${world.folders.acme.id}`, body: { message: 'Good mor' } }),
  },
  'GET /api/client-folders/:id/staff-notes': {
    answers: teamInFolder,
    aim: (world) => ({ url: acme(world, '/staff-notes') }),
  },
  'POST /api/client-folders/:id/staff-notes': {
    answers: [401, 404, 404, 401, 201, 404, 201, 201],
    aim: (world) => ({ url: acme(world, '/staff-notes'), body: { content: 'They pay late' } }),
  },
  'GET /api/waiting-threads': { answers: team },
  'GET /api/waiting-threads/figures': { answers: team },
  'POST /api/client-folders/:id/messages/set-aside': {
    answers: teamInFolder,
    aim: async (world) => ({
      url: acme(world, '/messages/set-aside'),
      body: { lastMessageId: await waitingMessage(world) },
    }),
  },
  'DELETE /api/client-folders/:id/messages/set-aside': {
    answers: teamInFolder,
    aim: (world) => ({ url: acme(world, '/messages/set-aside') }),
  },
}
