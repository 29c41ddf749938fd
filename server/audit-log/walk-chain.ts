// Walks the hash chain and the entries, up to a time limit, and reports the first fault.
import { z } from 'zod'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Reader } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'
import { entryText, keyFrom, linkHash, origin } from './chain-link.ts'

const linksAtOnce = 1000
const earlierAtOnce = 5000
const entriesAtOnce = 20_000

interface Walked {
  /** The last valid link. */
  seen: number
  fault: string | null
  entryId: string | null
}

const HashRow = z.object({ hash: z.instanceof(Buffer) })

/**
 * A link is valid if it is the hash of the stored previous link and of its entry, so checking link by link covers the
 * chain. Reports the first invalid link.
 */
export async function walkLinks(db: Reader, keys: DataKeys, from: number, until: number): Promise<Walked> {
  const start = from === 0 ? null : await db.maybe(typed(HashRow)`select hash from audit_links where seq = ${from}`)
  let before: Buffer = start?.hash ?? origin
  for (let seen = from; ;) {
    const links = await db.rows(typed(Link)`
      select l.seq, e.id, l.hash, ${entryText} as text, (select k.id from data_keys k where k.id = l.key_id) as "keyId"
      from (select * from audit_links where seq > ${seen} order by seq limit ${linksAtOnce}) l
      left join audit_entries e on e.id = l.entry_id order by l.seq`)
    const used = new Map<string, Buffer>()
    for (const keyId of new Set(links.map((link) => link.keyId)))
      if (keyId !== null) used.set(keyId, keyFrom(await keys.byId(keyId)))
    for (const { seq, id, hash, text, keyId } of links) {
      const key = keyId === null ? undefined : used.get(keyId)
      const isRight = key !== undefined && linkHash(key, before, text).equals(hash)
      if (seq !== seen + 1 || id === null || !isRight) return { seen, ...faultOf({ seq, seqBefore: seen, id }) }
      before = hash
      seen = seq
    }
    if (links.length < linksAtOnce || performance.now() > until) return { seen, fault: null, entryId: null }
  }
}

const Link = z.object({
  seq: z.number(),
  /** Id of the entry; null if the entry is missing. */
  id: z.string().nullable(),
  hash: z.instanceof(Buffer),
  text: z.string(),
  /** Null for an unknown key. */
  keyId: z.string().nullable(),
})
type Link = z.infer<typeof Link>

/** Verifies the chain of releases before 0143 by its own rule. The database computes the hashes. */
export async function walkEarlier(db: Reader, from: number): Promise<Walked> {
  for (let seen = from; ;) {
    const part = await db.one(typed(ChainCheckRow)`
      with link as (
        select c.seq, c.entry_id, c.hash,
          lag(c.seq, 1, ${seen}::bigint) over before as seq_before,
          lag(c.hash, 1, coalesce((select hash from audit_chain where seq = ${seen}), ${origin}::bytea)) over before as hash_before
        from (select * from audit_chain where seq > ${seen} order by seq limit ${earlierAtOnce}) c window before as (order by c.seq)
      ), wrong as (
        select l.seq, l.seq_before as "seqBefore", e.id
        from link l left join audit_entries e on e.id = l.entry_id
        where l.seq <> l.seq_before + 1 or e.id is null
          or l.hash <> sha256(l.hash_before || convert_to(${entryText}, 'UTF8'))
        order by l.seq limit 1
      )
      select (select max(seq) from link) as last, (select to_jsonb(w) from wrong w) as wrong`)
    if (part.wrong !== null) return { seen: part.wrong.seqBefore, ...faultOf(part.wrong) }
    if (part.last === null) return { seen, fault: null, entryId: null }
    seen = part.last
  }
}

const ChainCheckRow = z.object({
  last: z.number().nullable(),
  wrong: z.object({ seq: z.number(), seqBefore: z.number(), id: z.string().nullable() }).nullable(),
})
type ChainCheckRow = z.infer<typeof ChainCheckRow>

function faultOf({ seq, seqBefore, id }: NonNullable<ChainCheckRow['wrong']>): Omit<Walked, 'seen'> {
  if (seq !== seqBefore + 1) return { fault: `Link ${seqBefore + 1} is missing.`, entryId: null }
  if (id === null) return { fault: `The audit log entry for link ${seq} is missing.`, entryId: null }
  return { fault: `Entry ${id} (link ${seq}) was changed after it was recorded.`, entryId: id }
}

const NotedHeadRow = z.object({ seq: z.number(), isThere: z.boolean(), isTheOne: z.boolean().nullable() })

/**
 * Linking records where the audit log ended; without that, a log cut off at its end would verify as a shorter intact
 * one. Uses one statement because links are added concurrently.
 */
export async function cutOff(db: Reader): Promise<string | null> {
  const noted = await db.maybe(typed(NotedHeadRow)`
    select (f.value->>'seq')::bigint as seq, c.seq is not null as "isThere", encode(c.hash, 'hex') = f.value->>'hash' as "isTheOne"
    from portal_facts f left join audit_links c on c.seq = (f.value->>'seq')::bigint where f.name = 'audit-log-head'`)
  if (noted === null || noted.isTheOne === true) return null
  if (!noted.isThere) return `The end of the audit log is missing: the last recorded link was ${noted.seq}.`
  return `Link ${noted.seq} doesn’t match the hash recorded when it was created.`
}

const EntriesEndRow = z.object({ last: z.string().nullable(), loose: z.string().nullable() })

/** Finds inserted entries: neither linked nor pending. */
export async function walkEntries(db: Reader, from: string, until: number) {
  for (let after = from; ;) {
    const part = await db.one(typed(EntriesEndRow)`
      with entry as materialized (select id from audit_entries where id > ${after} order by id limit ${entriesAtOnce})
      select (select id from entry order by id desc limit 1) as last, (
        select e.id from entry e
        where not exists (select from audit_links c where c.entry_id = e.id) and not exists (select from audit_pending p where p.entry_id = e.id)
        order by e.id limit 1) as loose`)
    if (part.loose !== null || part.last === null) return { after: null, loose: part.loose }
    after = part.last
    if (performance.now() > until) return { after, loose: null }
  }
}
