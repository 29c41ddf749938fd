// Rows of the rights table (rights.ts) for exports, calendars, and data deletion.
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { filesOnDisk } from '../uploads.ts'
import { newId } from '../../server/kit/id.ts'
import { storePdf } from '../../server/stored-pdfs/actions.ts'
import { pdf } from '../samples.ts'
import type { TestApp } from '../test-app.ts'
import type { Row } from './folder-roles.ts'
import { typed } from '../../server/kit/row-types.ts'

/** Each caller gets an export of their own, and no one else's. */
const copyOfSam = async (testApp: TestApp): Promise<string> => {
  const { body } = await testApp.sam.post(`/api/client-folders/${testApp.folders.acme.id}/exports`)
  return body.id
}

const hold = { reason: 'A claim is pending.' }

/** A new folder for each cell, since a folder's data is deleted once. */
const archivedFolder = async (testApp: TestApp): Promise<string> => {
  const input = {
    name: 'Old Mill',
    services: 'HR',
    assignedStaffId: testApp.people.sam.id,
    clientId: testApp.people.ann.id,
  }
  const { body } = await testApp.alice.post('/api/client-folders', input)
  await testApp.alice.patch(`/api/client-folders/${body.id}`, { status: 'archived' })
  return body.id
}

const holdOnAcme = async (testApp: TestApp): Promise<string> =>
  (await testApp.alice.post(`/api/client-folders/${await archivedFolder(testApp)}/legal-holds`, hold)).body.id

const archivedPdf = async (testApp: TestApp): Promise<string> => {
  const clientFolderId = await archivedFolder(testApp)
  const id = newId()
  await testApp.db.run(sql`
    insert into contracts (id, client_folder_id, created_by_id, contract_number, client_name, client_email, terms, total_value,
      start_date, status, signed_at, created_at, updated_at)
    values (${id}, ${clientFolderId}, ${testApp.people.alice.id}, ${`PROHR-202601-${Date.now()}`}, 'Ann', 'ann@example.com', 'Terms', 1,
      '2026-01-01', 'active', now(), now(), now())`)
  const files = filesOnDisk(join(testApp.config.dataDir, 'files'))
  const { storageKey, size, sha256 } = await storePdf(files, pdf())
  const pdfId = newId()
  await testApp.db.run(sql`
    insert into archived_pdfs (id, entity_type, entity_id, kind, storage_key, size, sha256, created_at)
    values (${pdfId}, 'contracts', ${id}, 'sealed', ${storageKey}, ${size}, ${sha256}, now())`)
  await testApp.alice.post(`/api/client-folders/${clientFolderId}/erasure`, { confirmation: 'Old Mill' })
  return pdfId
}

const failedJob = async (testApp: TestApp): Promise<number> => {
  const { id } = await testApp.db.one(typed(z.object({ id: z.number() }))`
    select id from graphile_worker.add_job('sweep-notifications', run_at => now() + interval '1 day')`)
  await testApp.db.rows(sql`select from graphile_worker.permanently_fail_jobs(array[${id}::bigint])`)
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
    aim: async (testApp) => ({ url: `/api/status/failed-jobs/${await failedJob(testApp)}/retry` }),
  },
  'GET /api/retention-rules': { answers: administrators },
  'PUT /api/retention-rules/:class': {
    answers: administratorsOne,
    aim: () => ({ url: '/api/retention-rules/emails', body: { months: 120 } }),
  },
  'GET /api/retention-due': { answers: administrators },
  'GET /api/legal-holds': { answers: administrators },
  'POST /api/client-folders/:id/legal-holds': {
    answers: administratorsMake,
    aim: async (testApp) => ({ url: `/api/client-folders/${await archivedFolder(testApp)}/legal-holds`, body: hold }),
  },
  'POST /api/legal-holds/:id/release': {
    answers: administratorsOne,
    aim: async (testApp) => ({
      url: `/api/legal-holds/${await holdOnAcme(testApp)}/release`,
      body: { releaseReason: 'Settled.' },
    }),
  },
  'GET /api/client-folders/:id/erasure': {
    answers: administratorsOne,
    aim: (testApp) => ({ url: `/api/client-folders/${testApp.folders.acme.id}/erasure` }),
  },
  'POST /api/client-folders/:id/erasure': {
    answers: administratorsMake,
    aim: async (testApp) => ({
      url: `/api/client-folders/${await archivedFolder(testApp)}/erasure`,
      body: { confirmation: 'Old Mill' },
    }),
  },
  'GET /api/erasures': { answers: administrators },
  'GET /api/archived-pdfs': { answers: administrators },
  'GET /api/archived-pdfs/:id/file': {
    answers: administratorsOne,
    aim: async (testApp) => ({ url: `/api/archived-pdfs/${await archivedPdf(testApp)}/file` }),
  },
  'GET /api/calendar': { answers: everyone },
  'POST /api/calendar': { answers: [401, 201, 201, 401, 201, 201, 201, 201] },
  'DELETE /api/calendar': { answers: everyone },
  'GET /api/folder-exports': { answers: everyone },
  'POST /api/client-folders/:id/exports': {
    answers: [401, 201, 404, 401, 201, 404, 201, 201],
    contacts: [403, 403],
    aim: (testApp) => ({ url: `/api/client-folders/${testApp.folders.acme.id}/exports` }),
  },
  // Sam's export is still being created, which only Sam sees.
  'GET /api/folder-exports/:id/file': {
    answers: [401, 404, 404, 401, 409, 404, 404, 404],
    aim: async (testApp) => ({ url: `/api/folder-exports/${await copyOfSam(testApp)}/file` }),
  },
}
