import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { listSavedReplies as endpoint } from '../../api/saved-replies.ts'
import type { Actor } from '../../domain/actor.ts'
import { notFound } from '../../domain/errors.ts'
import { mayUsePart } from '../../domain/folder-rights.ts'
import { allowedForReply, SavedReply, type SavedReplyView } from '../../domain/saved-reply.ts'
import type { Reader } from '../kit/db.ts'
import { containing, type Order, type Page, pageIn, Place, placeIn, toPage } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

const columns = sql`
  r.id, r.title, r.content, r.owner_id is null as "isShared", r.version, iso(r.created_at) as "createdAt",
  iso(r.updated_at) as "updatedAt"`

/** The replies (alias `r`) that the actor can use: none without access to messages. */
const visibleReplies = (actor: Actor): Sql =>
  mayUsePart(actor, 'messages') ? sql`(r.owner_id is null or r.owner_id = ${actor.id})` : sql`false`

const viewed = (reply: SavedReply, actor: Actor): SavedReplyView => ({
  ...reply,
  allowed: allowedForReply(reply, actor),
})

const byTitle: Order = { by: sql`lower(r.title)`, type: 'text' }
const ListedReply = SavedReply.extend({ place: Place })

export async function listSavedReplies(
  reader: Reader,
  actor: Actor,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<SavedReplyView>> {
  const rows = await reader.rows(typed(ListedReply)`
    select ${columns}, ${placeIn(byTitle)} from saved_replies r
    where ${visibleReplies(actor)}
      ${query.q === undefined ? sql`` : sql`and (r.title || ' ' || r.content) ilike ${containing(query.q)}`}
      ${pageIn(byTitle, sql`r.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map((row) => viewed(SavedReply.parse(row), actor)), next }
}

/** Throws 404 for an unknown one, and for one of someone else. @param lock until the transaction ends */
export async function savedReplyFor(
  reader: Reader,
  actor: Actor,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<SavedReplyView> {
  const reply = await reader.maybe(typed(SavedReply)`
    select ${columns} from saved_replies r where r.id = ${id} and ${visibleReplies(actor)}
    ${lock ? sql`for update` : sql``}`)
  if (reply === null) throw notFound()
  return viewed(reply, actor)
}
