// The rows of the rights table (rights.ts) about what leaves the portal: copies of folders, calendars, and what is erased.
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { filesOnDisk } from '../uploads.ts'
import { newId } from '../../server/kit/id.ts'
import { storePaper } from '../../server/papers-kept/actions.ts'
import { pdf } from '../samples.ts'
import type { World } from '../world.ts'
import type { Row } from './seats.ts'
import { typed } from '../../server/kit/row-types.ts'

/** Whoever asks gets a copy of their own, and nobody that of somebody else. */
const copyOfSam = async (world: World): Promise<string> => {
  const { body } = await world.sam.post(`/api/client-folders/${world.folders.acme.id}/exports`)
  return body.id
}

const hold = { reason: 'A claim is pending.' }

/** A folder of its own for each try, since a folder is erased once. */
const archivedFolder = async (world: World): Promise<string> => {
  const input = {
    name: 'Old Mill',
    services: 'HR',
    assignedStaffId: world.people.sam.id,
    clientId: world.people.ann.id,
  }
  const { body } = await world.alice.post('/api/client-folders', input)
  await world.alice.patch(`/api/client-folders/${body.id}`, { status: 'archived' })
  return body.id
}

const holdOnAcme = async (world: World): Promise<string> =>
  (await world.alice.post(`/api/client-folders/${await archivedFolder(world)}/legal-holds`, hold)).body.id

const keptPaper = async (world: World): Promise<string> => {
  const clientFolderId = await archivedFolder(world)
  const id = newId()
  await world.db.run(sql`
    insert into contracts (id, client_folder_id, created_by_id, contract_number, client_name, client_email, terms, total_value,
      start_date, status, signed_at, created_at, updated_at)
    values (${id}, ${clientFolderId}, ${world.people.alice.id}, ${`PROHR-202601-${Date.now()}`}, 'Ann', 'ann@example.com', 'Terms', 1,
      '2026-01-01', 'active', now(), now(), now())`)
  const files = filesOnDisk(join(world.config.dataDir, 'files'))
  const { storageKey, size, sha256 } = await storePaper(files, pdf())
  const paperId = newId()
  await world.db.run(sql`
    insert into papers (id, entity_type, entity_id, kind, storage_key, size, sha256, created_at)
    values (${paperId}, 'contracts', ${id}, 'sealed', ${storageKey}, ${size}, ${sha256}, now())`)
  await world.alice.post(`/api/client-folders/${clientFolderId}/erasure`, { confirmation: 'Old Mill' })
  return paperId
}

const jobGivenUp = async (world: World): Promise<number> => {
  const { id } = await world.db.one(typed(z.object({ id: z.number() }))`
    select id from graphile_worker.add_job('sweep-notices', run_at => now() + interval '1 day')`)
  await world.db.rows(sql`select from graphile_worker.permanently_fail_jobs(array[${id}::bigint])`)
  return id
}

//                 visitor owner stranger inactive holder colleague admin master
const everyone = [401, 200, 200, 401, 200, 200, 200, 200] as const
const administrators = [401, 403, 403, 401, 403, 403, 200, 200] as const
const administratorsOne = [401, 404, 404, 401, 404, 404, 200, 200] as const
const administratorsMake = [401, 404, 404, 401, 404, 404, 201, 201] as const

export const outRights: Record<string, Row> = {
  'GET /api/status': { answers: administrators },
  'POST /api/status/failed-jobs/:number/retry': {
    answers: administratorsOne,
    aim: async (world) => ({ url: `/api/status/failed-jobs/${await jobGivenUp(world)}/retry` }),
  },
  'GET /api/retention-rules': { answers: administrators },
  'PUT /api/retention-rules/:class': {
    answers: administratorsOne,
    aim: () => ({ url: '/api/retention-rules/letters', body: { months: 120 } }),
  },
  'GET /api/retention-due': { answers: administrators },
  'GET /api/legal-holds': { answers: administrators },
  'POST /api/client-folders/:id/legal-holds': {
    answers: administratorsMake,
    aim: (world) => ({ url: `/api/client-folders/${world.folders.acme.id}/legal-holds`, body: hold }),
  },
  'POST /api/legal-holds/:id/release': {
    answers: administratorsOne,
    aim: async (world) => ({
      url: `/api/legal-holds/${await holdOnAcme(world)}/release`,
      body: { releaseReason: 'Settled.' },
    }),
  },
  'GET /api/client-folders/:id/erasure': {
    answers: administratorsOne,
    aim: (world) => ({ url: `/api/client-folders/${world.folders.acme.id}/erasure` }),
  },
  'POST /api/client-folders/:id/erasure': {
    answers: administratorsMake,
    aim: async (world) => ({
      url: `/api/client-folders/${await archivedFolder(world)}/erasure`,
      body: { confirmation: 'Old Mill' },
    }),
  },
  'GET /api/erasures': { answers: administrators },
  'GET /api/kept-papers': { answers: administrators },
  'GET /api/kept-papers/:id/file': {
    answers: administratorsOne,
    aim: async (world) => ({ url: `/api/kept-papers/${await keptPaper(world)}/file` }),
  },
  'GET /api/calendar': { answers: everyone },
  'POST /api/calendar': { answers: [401, 201, 201, 401, 201, 201, 201, 201] },
  'DELETE /api/calendar': { answers: everyone },
  'GET /api/folder-exports': { answers: everyone },
  'POST /api/client-folders/:id/exports': {
    answers: [401, 201, 404, 401, 201, 404, 201, 201],
    contacts: [403, 403],
    aim: (world) => ({ url: `/api/client-folders/${world.folders.acme.id}/exports` }),
  },
  // Sam's copy is still being made, which only Sam is told.
  'GET /api/folder-exports/:id/file': {
    answers: [401, 404, 404, 401, 409, 404, 404, 404],
    aim: async (world) => ({ url: `/api/folder-exports/${await copyOfSam(world)}/file` }),
  },
}
