// Audits every download of a file. Files whose opening is audited separately are not recorded twice.
import { z } from 'zod'
import type { Reader } from '../kit/db.ts'
import type { Entry } from '../kit/record.ts'
import { typed } from '../kit/row-types.ts'

/** @param path of the endpoint; its noun is the entity type */
export async function downloaded(reader: Reader, path: string, id: string | null): Promise<Entry> {
  const type = path.split('/')[2] ?? ''
  return {
    action: 'file.downloaded',
    type,
    id,
    clientFolderId: id === null ? null : await folderOf(reader, type, id),
    details: { path },
  }
}

const FolderRow = z.object({ folder: z.string().nullable() })

/** The folder that an entity belongs to, for that folder's audit log. */
async function folderOf(reader: Reader, type: string, id: string): Promise<string | null> {
  if (type === 'client-folders') return id
  const { folder } = await reader.one(typed(FolderRow)`
    select case ${type}::text
      when 'invoices' then (select client_folder_id from invoices where id = ${id}::uuid)
      when 'payments' then (select client_folder_id from payments where id = ${id}::uuid)
      when 'credit-notes' then (select client_folder_id from credit_notes where id = ${id}::uuid)
      when 'proposals' then (select client_folder_id from proposals where id = ${id}::uuid)
      when 'contracts' then (select client_folder_id from contracts where id = ${id}::uuid)
      when 'bookings' then (select client_folder_id from bookings where id = ${id}::uuid)
      when 'documents' then (select client_folder_id from documents where id = ${id}::uuid)
      when 'handbooks' then (select client_folder_id from handbooks where id = ${id}::uuid)
      when 'onboarding-reports' then (select client_folder_id from onboarding_reports where id = ${id}::uuid)
    end as folder`)
  return folder
}
