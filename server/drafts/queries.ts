import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import type { Draft } from '../../domain/draft.ts'
import type { Reader } from '../kit/db.ts'

/** The caller's own, in a folder that they may see. */
export const draftOf = (reader: Reader, actor: Actor, clientFolderId: string): Promise<Draft> =>
  reader.one<Draft>(sql`
    select coalesce(max(content) filter (where kind = 'message'), '') as message,
      coalesce(max(content) filter (where kind = 'note'), '') as note, iso(max(saved_at)) as "savedAt"
    from message_drafts where user_id = ${actor.id} and client_folder_id = ${clientFolderId}`)
