// Hash chain over the audit log: each link is the HMAC of the previous link and one entry, with a key derived from a
// data key and so from the master key. Linking runs up to a minute after the writes (docs/decisions/0022), so that
// writes do not wait for each other.
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { AuditLogVerification } from '../../domain/audit-log.ts'
import type { DataKey, DataKeys } from '../kit/data-keys.ts'
import type { Database, Reader, Tx } from '../kit/db.ts'
import { takeAdvisoryLock } from '../kit/advisory-lock.ts'
import { typed } from '../kit/row-types.ts'
import { entryText, keyFrom, linkHash, origin } from './chain-link.ts'
import { cutOff, walkEarlier, walkEntries, walkLinks } from './walk-chain.ts'

const ChainedEntry = z.object({ id: z.string(), text: z.string() })
type ChainedEntry = z.infer<typeof ChainedEntry>

const batch = 1000

/** Links pending entries, oldest first. */
export async function linkPending(db: Database, keys: DataKeys): Promise<void> {
  await relinkEarlier(db, keys)
  while ((await db.transaction(linking, (tx) => linkBatch(tx, keys))) === batch);
}

const linking = { actorId: null, address: 'job', requestId: 'link-audit-log' }

async function linkBatch(tx: Tx, keys: DataKeys): Promise<number> {
  const dataKey = await keys.inUse()
  await takeAdvisoryLock(tx, 'auditChain')
  const entries = await tx.rows(typed(ChainedEntry)`
    with taken as (
      delete from audit_pending where entry_id in (select entry_id from audit_pending order by entry_id limit ${batch}) returning entry_id
    )
    select e.id, ${entryText} as text from taken join audit_entries e on e.id = taken.entry_id order by e.id`)
  if (entries.length > 0) await appendLinks(tx, dataKey, entries)
  return entries.length
}

const HeadRow = z.object({ seq: z.number(), hash: z.instanceof(Buffer) })

async function appendLinks(tx: Tx, dataKey: DataKey, entries: ChainedEntry[]): Promise<void> {
  // If the recorded end is missing, linking continues after it anyway: an audit log that was cut off once never
  // verifies again.
  const head = await tx.maybe(typed(HeadRow)`
    select seq, hash from (
      (select seq, hash from audit_links order by seq desc limit 1)
      union all
      select (value->>'seq')::bigint, decode(value->>'hash', 'hex') from portal_facts where name = 'audit-log-head'
    ) ends order by seq desc limit 1`)
  const key = keyFrom(dataKey)
  let hash: Buffer = head?.hash ?? origin
  let seq = head?.seq ?? 0
  const links = entries.map(({ id, text }) => {
    hash = linkHash(key, hash, text)
    return { seq: ++seq, entry_id: id, hash: hash.toString('hex') }
  })
  await tx.run(sql`
    insert into audit_links (seq, entry_id, key_id, hash)
    select seq, entry_id, ${dataKey.id}, decode(hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as r(seq bigint, entry_id uuid, hash text)`)
  await tx.run(setFact('audit-log-head', { seq, hash: hash.toString('hex') }))
}

const setFact = (name: string, value: object) => sql`
  insert into portal_facts (name, value) values (${name}, ${JSON.stringify(value)}::jsonb)
  on conflict (name) do update set value = excluded.value`

const Relinked = z.object({
  /** The last link of the earlier chain that was relinked with a key. */
  seq: z.number(),
  /** Why the earlier chain was not relinked. */
  fault: z.string().optional(),
})
type Relinked = z.infer<typeof Relinked>

const RelinkStateRow = z.object({ last: z.number(), done: Relinked.nullable() })

/**
 * Releases before 0143 linked without a key into `audit_chain`, which is left unchanged because certificates of that
 * time name its hashes. Its entries are verified by the old rule and linked again; an audit entry records this. It also
 * covers entries that an instance of an earlier release adds during a rolling upgrade.
 */
async function relinkEarlier(db: Database, keys: DataKeys): Promise<void> {
  const { last, done } = await db.one(typed(RelinkStateRow)`
    select (select coalesce(max(seq), 0) from audit_chain) as last,
      (select value from portal_facts where name = 'audit-log-relinked') as done`)
  const from = done?.seq ?? 0
  if (last <= from || done?.fault !== undefined) return
  const { fault } = await walkEarlier(db, from)
  if (fault !== null) return void (await db.run(setFact('audit-log-relinked', { seq: from, fault })))
  while (await db.transaction(linking, (tx) => relinkBatch(tx, keys, last)));
}

const SeqRow = z.object({ seq: z.number() })

const EarlierEntryRow = ChainedEntry.extend({ seq: z.number() })

async function relinkBatch(tx: Tx, keys: DataKeys, last: number): Promise<boolean> {
  const dataKey = await keys.inUse()
  await takeAdvisoryLock(tx, 'auditChain')
  const done = await tx.maybe(
    typed(SeqRow)`select (value->>'seq')::bigint as seq from portal_facts where name = 'audit-log-relinked'`,
  )
  const entries = await tx.rows(typed(EarlierEntryRow)`
    select c.seq, e.id, ${entryText} as text from audit_chain c join audit_entries e on e.id = c.entry_id
    where c.seq > ${done?.seq ?? 0} and c.seq <= ${last} order by c.seq limit ${batch}`)
  const end = entries.at(-1)
  if (end === undefined) return false
  await appendLinks(tx, dataKey, entries)
  await tx.run(setFact('audit-log-relinked', { seq: end.seq }))
  if (end.seq === last)
    tx.record({
      action: 'audit-log.relinked',
      id: null,
      details: { entries: last, rule: 'hmac-sha256' },
    })
  return entries.length === batch
}

/** Approximate duration of one part of the verification. */
const partMilliseconds = 1000
/** Verifies the complete log. */
export async function verifyAuditLog(db: Database, keys: DataKeys): Promise<AuditLogVerification> {
  await linkPending(db, keys)
  return verifyLinked(db, keys)
}

/** Verifies all links and looks for unlinked entries; read-only. */
export async function verifyLinked(reader: Reader, keys: DataKeys): Promise<AuditLogVerification> {
  for (let part = '0'; ;) {
    const walked = await walkPart(reader, keys, part)
    if (walked.next === null) return walked
    part = walked.next
  }
}

/**
 * Verifies one part, starting after a link (its number) or, once all links are checked, after an entry (its id).
 * Returns whether the audit log is intact, or the first fault: an entry changed, removed, out of order, missing from
 * the chain, or the end cut off.
 */
export async function verifyPart(db: Database, keys: DataKeys, part: string): Promise<AuditLogVerification> {
  if (part === '0') await linkPending(db, keys)
  return walkPart(db, keys, part)
}

const LinkEndRow = z.object({ seq: z.number(), hash: z.string() })

const FaultRow = z.object({ fault: z.string() })

async function walkPart(db: Reader, keys: DataKeys, part: string): Promise<AuditLogVerification> {
  const until = performance.now() + partMilliseconds
  const last = await db.maybe(
    typed(LinkEndRow)`select seq, encode(hash, 'hex') as hash from audit_links order by seq desc limit 1`,
  )
  const of = last?.seq ?? 0
  const progress = { whole: null, entries: of, of, fault: null, entryId: null, head: null }
  if (part === '0') {
    const earlier = await db.maybe(
      typed(
        FaultRow,
      )`select value->>'fault' as fault from portal_facts where name = 'audit-log-relinked' and value ? 'fault'`,
    )
    if (earlier !== null) {
      const fault = `The audit log was already damaged when it was upgraded to a keyed hash chain: ${earlier.fault}`
      return { ...progress, whole: false, entries: 0, fault, next: null }
    }
  }
  if (/^\d+$/.test(part)) {
    const seq = Number(part)
    const { seen, ...broken } = await walkLinks(db, keys, seq, until)
    if (broken.fault !== null) return { ...progress, whole: false, entries: seen, ...broken, next: null }
    if (seen < of) return { ...progress, entries: seen, next: String(seen) }
    const cut = await cutOff(db)
    if (cut !== null) return { ...progress, whole: false, fault: cut, next: null }
    return { ...progress, next: noId }
  }
  const { after, loose } = await walkEntries(db, part, until)
  if (loose !== null)
    return { ...progress, whole: false, fault: `Entry ${loose} is not in the hash chain.`, entryId: loose, next: null }
  if (after !== null) return { ...progress, next: after }
  return { ...progress, whole: true, head: last, next: null }
}

const noId = '00000000-0000-0000-0000-000000000000'
