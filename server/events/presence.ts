// Who has which folder open, so that no one gets an email about what they are looking at. Expires within a minute if an
// instance dies.
import sql from 'sql-template-tag'
import type { Database } from '../kit/db.ts'
import { newId } from '../kit/id.ts'

const presenceSeconds = 60

/** One refresh for all open streams of this instance. */
export function trackPresence(db: Database) {
  const open = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const expiry = () => new Date(db.now.getTime() + presenceSeconds * 1000)
  const quietly = (work: Promise<unknown>) => void work.catch(() => {}) // not worth a fault, since presence expires

  const refresh = () =>
    quietly(db.run(sql`update presence set expires_at = ${expiry()} where connection_id = any(${[...open]}::uuid[])`))

  /** Present until the returned function is called. */
  return async function bePresent(userId: string, folderIds: string[]): Promise<() => void> {
    if (folderIds.length === 0) return () => {}
    const ids = folderIds.map(() => newId())
    await db.run(sql`
      insert into presence (connection_id, user_id, client_folder_id, expires_at)
      select id, ${userId}, folder, ${expiry()} from unnest(${ids}::uuid[], ${folderIds}::uuid[]) as looked (id, folder)`)
    for (const id of ids) open.add(id)
    timer ??= setInterval(refresh, (presenceSeconds * 1000) / 2).unref()
    return () => {
      for (const id of ids) open.delete(id)
      if (open.size === 0) {
        clearInterval(timer)
        timer = undefined
      }
      quietly(db.run(sql`delete from presence where connection_id = any(${ids}::uuid[])`))
    }
  }
}
