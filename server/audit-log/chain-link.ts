// A link of the audit log's hash chain.
import { createHmac } from 'node:crypto'
import sql from 'sql-template-tag'
import type { DataKey } from '../kit/data-keys.ts'

/** The canonical text of an entry. PostgreSQL builds it, so that linking and verifying cannot differ. */
export const entryText = sql`
  jsonb_build_array(e.id, iso(e.at), e.actor_id, e.action, e.entity_type, e.entity_id, e.client_folder_id, e.address, e.request_id, e.details)::text`

/** The database does not have the key, so someone who changes an entry there cannot recompute its hash. */
export const linkHash = (key: Buffer, before: Buffer, text: string) =>
  createHmac('sha256', key).update(before).update(text).digest()

export const keyFrom = (dataKey: DataKey) => dataKey.derive('audit log', Buffer.alloc(0))

export const origin = Buffer.alloc(32)
