// The chain through the audit trail: each link is the hash of the link before it and of one entry. Linking follows the writes
// by at most a minute (docs/decisions/0022), so that writes do not wait for one another.
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Database, Tx } from '../kit/db.ts'

interface ChainedEntry {
  id: string
  text: string
}

/** What an entry says, in one fixed form; PostgreSQL writes it, so that linking and verifying can't differ. */
const entryText = sql`
  jsonb_build_array(e.id, iso(e.at), e.actor_id, e.action, e.entity_type, e.entity_id, e.client_folder_id, e.address, e.request_id, e.details)::text`

const linkHash = (before: Buffer, text: string) => createHash('sha256').update(before).update(text).digest()

const origin = Buffer.alloc(32)
const batch = 1000
/** Only one instance links at a time. */
const chainLock = 7_020_001

/** Links what waits, oldest first. */
export async function linkPending(db: Database): Promise<void> {
  while ((await db.transaction({ actorId: null, address: 'job', requestId: 'link-audit-trail' }, linkBatch)) === batch);
}

async function linkBatch(tx: Tx): Promise<number> {
  await tx.rows(sql`select pg_advisory_xact_lock(${chainLock})`)
  const entries = await tx.rows<ChainedEntry>(sql`
    with taken as (
      delete from audit_pending where entry_id in (select entry_id from audit_pending order by entry_id limit ${batch}) returning entry_id
    )
    select e.id, ${entryText} as text from taken join audit_entries e on e.id = taken.entry_id order by e.id`)
  if (entries.length === 0) return 0
  const head = await tx.maybe<{ seq: number; hash: Buffer }>(
    sql`select seq, hash from audit_chain order by seq desc limit 1`,
  )
  let hash = head?.hash ?? origin
  let seq = head?.seq ?? 0
  const links = entries.map(({ id, text }) => {
    hash = linkHash(hash, text)
    return { seq: ++seq, entry_id: id, hash: hash.toString('hex') }
  })
  await tx.run(sql`
    insert into audit_chain (seq, entry_id, hash)
    select seq, entry_id, decode(hash, 'hex') from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as r(seq bigint, entry_id uuid, hash text)`)
  await tx.run(sql`
    insert into portal_facts (name, value) values ('trail-head', ${JSON.stringify({ seq, hash: hash.toString('hex') })}::jsonb)
    on conflict (name) do update set value = excluded.value`)
  return entries.length
}

export interface Verification {
  whole: boolean
  entries: number
  /** Where the trail breaks first, in words; null when it is whole. */
  fault: string | null
  /** The last link, to be kept elsewhere: a trail cut off at its end shows against it. */
  head: { seq: number; hash: string } | null
}

/** Walks the whole chain and says where it breaks first: an entry changed, removed, out of order, or in no chain at all. */
export async function verifyTrail(db: Database): Promise<Verification> {
  await linkPending(db)
  const noted = await headNoted(db)
  let hash: Buffer = origin
  let seq = 0
  for (;;) {
    const links = await db.rows<{ seq: number; id: string | null; hash: Buffer; text: string | null }>(sql`
      select c.seq, e.id, c.hash, case when e.id is not null then ${entryText} end as text
      from audit_chain c left join audit_entries e on e.id = c.entry_id
      where c.seq > ${seq} order by c.seq limit 5000`)
    if (links.length === 0) break
    for (const link of links) {
      if (link.seq !== seq + 1) return broken(seq, `Link ${seq + 1} is missing.`)
      if (link.text === null) return broken(seq, `The entry of link ${link.seq} is missing.`)
      hash = linkHash(hash, link.text)
      if (!hash.equals(link.hash)) return broken(seq, `Entry ${link.id} (link ${link.seq}) is not what was written.`)
      seq = link.seq
      if (seq === noted?.seq && noted.hash !== hash.toString('hex'))
        return broken(seq, `Link ${seq} is not the one that was noted when it was made.`)
    }
  }
  const { loose } = await db.one<{ loose: number }>(sql`
    select count(*)::int as loose from audit_entries e
    where not exists (select from audit_chain c where c.entry_id = e.id) and not exists (select from audit_pending p where p.entry_id = e.id)`)
  if (loose > 0) return broken(seq, `${loose} entries are in no chain.`)
  if (noted !== null && noted.seq > seq) return broken(seq, `The trail is cut off: it ended with link ${noted.seq}.`)
  return { whole: true, entries: seq, fault: null, head: seq === 0 ? null : { seq, hash: hash.toString('hex') } }
}

/** Where the trail ended when it was linked last; without it, rows cut off at the end would leave a shorter trail that is whole. */
const headNoted = async (db: Database) =>
  (
    await db.maybe<{ head: { seq: number; hash: string } }>(
      sql`select value as head from portal_facts where name = 'trail-head'`,
    )
  )?.head ?? null

const broken = (entries: number, fault: string): Verification => ({ whole: false, entries, fault, head: null })
