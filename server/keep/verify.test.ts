// Each thing that verification says is said of a portal where it holds, and not of one where somebody broke it.
import { readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sql, { raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillPortal, type Kept } from '../../tests/kept.ts'
import { addDocument } from '../../tests/uploads.ts'
import { createWorld, type World } from '../../tests/world.ts'
import { linkPending } from '../audit/chain.ts'
import { newId } from '../kit/id.ts'
import { openSnapshot } from './snapshot.ts'
import { checkRules, verifyAll } from './verify.ts'
import { typed } from '../kit/row-types.ts'

let world: World
let kept: Kept
beforeAll(async () => {
  world = await createWorld()
  kept = await fillPortal(world)
  await linkPending(world.db, world.parts.dataKeys)
  // What the schema refuses by itself is planted as by somebody who switched that off.
  await world.owner.run(sql`
    alter table invoices drop constraint invoice_total_is_the_sum, drop constraint invoice_number_is_unique,
      drop constraint invoice_number_has_the_form, drop constraint invoice_paid_has_time, drop constraint invoice_paid_is_paid`)
  await world.owner.run(sql`
    alter table contracts drop constraint contract_number_is_unique, drop constraint contract_number_has_the_form,
      drop constraint contract_unsigned_has_no_time`)
  await world.owner.run(sql`alter table signatures disable trigger user`)
  await world.owner.run(sql`alter table audit_entries disable trigger user`)
  await world.owner.run(sql`alter table audit_links disable trigger user`)
})
afterAll(() => world.close())

const look = (quick = true) => verifyAll(world.parts, { quick })
const rulesBroken = async () => {
  const snapshot = await openSnapshot(world.parts.address)
  const broken: string[] = []
  for await (const { says, count } of checkRules(snapshot)) if (count > 0) broken.push(says)
  await snapshot.close()
  return broken
}
const isBroken = async (quick = true) => (await look(quick)).broken.map(({ says, what }) => [says, what])

describe('G7: a portal where everything holds', () => {
  it('is told so, a line each, twice the same, and nothing of it is changed', async () => {
    const lines: string[] = []
    const before = await world.trail()
    const verified = await verifyAll(world.parts, { say: (line) => lines.push(line) })
    expect(verified.broken).toEqual([])
    expect(lines.filter((line) => !line.startsWith('✓'))).toEqual([
      expect.stringMatching(/^Digest of \d+ rows: [0-9a-f]{64}$/),
      expect.stringMatching(/^Digest of the files: [0-9a-f]{64}$/),
    ])
    expect(lines.join('\n')).toMatch(/✓ The trail is whole \(link \d+, [0-9a-f]{64}\)\./)
    expect(lines.join('\n')).toMatch(/✓ 2 files \(\d+ bytes\) are what their records say, byte for byte\./)
    const again = await look()
    expect([again.rowsDigest, again.filesDigest]).toEqual([verified.rowsDigest, verified.filesDigest])
    expect(await world.trail()).toEqual(before)
  })

  it('has another digest after any change, and the same one when it is undone', async () => {
    const before = (await look()).rowsDigest
    await world.db.run(sql`update messages set content = content || ' '`)
    expect((await look()).rowsDigest).not.toBe(before)
    await world.db.run(sql`update messages set content = rtrim(content)`)
    expect((await look()).rowsDigest).toBe(before)
  })
})

type Planted = [rule: string, plant: (kept: Kept) => Sql, undo: (kept: Kept) => Sql]

const lineOf = (table: string, column: string, path: string, by: number) => (id: string) =>
  sql`update ${raw(table)} set ${raw(column)} = jsonb_set(${raw(column)}, ${path}::text[], to_jsonb((${raw(column)} #>> ${path}::text[])::bigint + ${by}))
    where id = ${id}`
const change = (table: string, set: string) => (id: string) =>
  sql`update ${raw(table)} set ${raw(set)} where id = ${id}`
const moved = (table: string) =>
  [
    (id: string) =>
      sql`update ${raw(table)} set client_folder_id = '01890000-0000-7000-8000-0000000000a2' where id = ${id}`,
    (id: string) =>
      sql`update ${raw(table)} set client_folder_id = '01890000-0000-7000-8000-0000000000a1' where id = ${id}`,
  ] as const

const planted: Planted[] = [
  [
    'Lines of proposals',
    ({ proposalId }) => lineOf('proposals', 'services', '{0,totalCost}', 1)(proposalId),
    ({ proposalId }) => lineOf('proposals', 'services', '{0,totalCost}', -1)(proposalId),
  ],
  [
    'Lines of proposals',
    ({ proposalId }) => change('proposals', 'total_cost = total_cost + 1')(proposalId),
    ({ proposalId }) => change('proposals', 'total_cost = total_cost - 1')(proposalId),
  ],
  [
    'Lines of contracts',
    ({ contractId }) => change('contracts', 'total_value = total_value + 1')(contractId),
    ({ contractId }) => change('contracts', 'total_value = total_value - 1')(contractId),
  ],
  [
    'Lines of contracts',
    ({ contractId }) => lineOf('contracts', 'services', '{1,hourlyRate}', 1)(contractId),
    ({ contractId }) => lineOf('contracts', 'services', '{1,hourlyRate}', -1)(contractId),
  ],
  [
    'Lines of invoices',
    ({ invoiceId }) => lineOf('invoices', 'line_items', '{0,total}', 1)(invoiceId),
    ({ invoiceId }) => lineOf('invoices', 'line_items', '{0,total}', -1)(invoiceId),
  ],
  [
    'Lines of invoices',
    ({ invoiceId }) => change('invoices', 'tax = tax + 1, total = total + 1')(invoiceId),
    ({ invoiceId }) => change('invoices', 'tax = tax - 1, total = total - 1')(invoiceId),
  ],
  [
    'Lines of invoices',
    ({ invoiceId }) => change('invoices', 'total = total + 1')(invoiceId),
    ({ invoiceId }) => change('invoices', 'total = total - 1')(invoiceId),
  ],
  [
    'What was paid',
    ({ paymentId }) => change('payments', 'amount = amount + 1')(paymentId),
    ({ paymentId }) => change('payments', 'amount = amount - 1')(paymentId),
  ],
  [
    'What was paid',
    ({ invoiceId }) => change('invoices', "status = 'paid'")(invoiceId),
    ({ invoiceId }) => change('invoices', "status = 'sent'")(invoiceId),
  ],
  [
    'Contract numbers',
    ({ contractId }) => change('contracts', "contract_number = 'PROHR-202613-001'")(contractId),
    ({ contractId, contractNumber }) =>
      sql`update contracts set contract_number = ${contractNumber} where id = ${contractId}`,
  ],
  [
    'Invoice numbers',
    ({ invoiceId }) => change('invoices', "invoice_number = 'INV-20260230-01'")(invoiceId),
    ({ invoiceId, invoiceNumber }) =>
      sql`update invoices set invoice_number = ${invoiceNumber} where id = ${invoiceId}`,
  ],
  [
    'Invoice numbers',
    ({ invoiceId }) => sql`
      insert into invoices (id, client_folder_id, created_by_id, invoice_number, line_items, subtotal, tax, total, status, due_date, created_at, updated_at)
      select '01890000-0000-7000-8000-00000000dddd', client_folder_id, created_by_id, invoice_number, '[]', 0, 0, 0, 'draft', due_date, created_at, updated_at
      from invoices where id = ${invoiceId}`,
    () => sql`delete from invoices where id = '01890000-0000-7000-8000-00000000dddd'`,
  ],
  [
    'What belongs together',
    ({ contractId, proposalId }) => sql`
      with mine as (update contracts set proposal_id = ${proposalId} where id = ${contractId})
      update proposals set client_folder_id = '01890000-0000-7000-8000-0000000000a2' where id = ${proposalId}`,
    ({ contractId, proposalId }) => sql`
      with mine as (update contracts set proposal_id = null where id = ${contractId})
      update proposals set client_folder_id = '01890000-0000-7000-8000-0000000000a1' where id = ${proposalId}`,
  ],
  [
    'What belongs together',
    ({ paymentId }) => moved('payments')[0](paymentId),
    ({ paymentId }) => moved('payments')[1](paymentId),
  ],
  [
    'What belongs together',
    ({ contractId }) => moved('contracts')[0](contractId),
    ({ contractId }) => moved('contracts')[1](contractId),
  ],
  [
    'What reads signed',
    ({ contractId }) =>
      sql`update signatures set entity_id = ${contractId}::uuid, entity_type = 'documents' where entity_id = ${contractId}`,
    ({ contractId }) => sql`update signatures set entity_type = 'contracts' where entity_id = ${contractId}`,
  ],
  [
    'What reads signed',
    ({ documentId }) =>
      change('documents', 'requires_signature = true, is_signed = true, signed_at = now()')(documentId),
    ({ documentId }) =>
      change('documents', 'requires_signature = false, is_signed = false, signed_at = null')(documentId),
  ],
  [
    'A document is the upload',
    ({ documentId }) => change('uploads', 'claimed_at = null')(documentId),
    ({ documentId }) => change('uploads', 'claimed_at = stored_at')(documentId),
  ],
  [
    'Every reference',
    () => sql`
      update messages set sender_id = '01890000-0000-7000-8000-00000000eeee'
      from (select set_config('session_replication_role', 'replica', true)) off`,
    () => sql`update messages set sender_id = '01890000-0000-7000-8000-000000000005'`,
  ],
]

describe('G7: what somebody broke is found, by its rule and no other', () => {
  it.each(planted)('%s (%#)', async (rule, plant, undo) => {
    expect(await world.owner.run(plant(kept))).toBeGreaterThan(0)
    const broken = await rulesBroken()
    await world.owner.run(undo(kept))
    expect(broken).toEqual([expect.stringMatching(`^${rule}`)])
  })

  it('and not once it is as it was', async () => {
    expect(await rulesBroken()).toEqual([])
  })

  it('a line of the trail that was written anew, and one that was slipped in', async () => {
    const { id, action } = await world.db.one(
      typed(z.object({ id: z.string(), action: z.string() }))`select id, action from audit_entries order by id limit 1`,
    )
    await world.owner.run(sql`update audit_entries set action = 'nothing' where id = ${id}`)
    expect(await isBroken()).toEqual([
      [
        expect.stringContaining('The trail is whole'),
        [expect.stringContaining(`${id} (link 1) is not what was written`)],
      ],
    ])
    await world.owner.run(sql`update audit_entries set action = ${action} where id = ${id}`)
    const slipped = newId()
    await world.owner.run(
      sql`insert into audit_entries (id, at, action, entity_type) values (${slipped}, now(), 'x', 'y')`,
    )
    expect((await isBroken())[0]?.[1]).toEqual([`Entry ${slipped} is in no chain.`])
    await world.owner.run(sql`delete from audit_entries where id = ${slipped}`)
  })

  it('the end of the trail, cut off', async () => {
    const { seq, entryId, keyId, hash } = await world.owner.one(
      typed(
        z.object({ seq: z.number(), entryId: z.string(), keyId: z.string(), hash: z.instanceof(Buffer) }),
      )`delete from audit_links where seq = (select max(seq) from audit_links) returning seq, entry_id as "entryId", key_id as "keyId", hash`,
    )
    expect((await isBroken())[0]?.[1]).toEqual([`The trail is cut off: it ended with link ${seq}.`])
    await world.owner.run(
      sql`insert into audit_links (seq, entry_id, key_id, hash) values (${seq}, ${entryId}, ${keyId}, ${hash})`,
    )
  })
})

describe('G7: a file', () => {
  const placeOf = (id: string) => join(world.config.dataDir, 'files/objects/documents', id)
  const files = async (quick: boolean) =>
    (await isBroken(quick)).map(([says, what]) => [String(says).replace(/^\d+ files \(\d+ bytes\)/, 'files'), what])

  it('with one bit changed is found by reading it, and not by the quick look, which says that it did not', async () => {
    const place = placeOf(kept.documentId)
    const bytes = await readFile(place)
    const flipped = Buffer.from(bytes)
    flipped[100] = (flipped[100] ?? 0) ^ 1
    await writeFile(place, flipped)
    expect(await files(true)).toEqual([])
    expect(await files(false)).toEqual([
      [expect.stringMatching(/^files are what/), [`documents/${kept.documentId} was changed or cut off`]],
    ])
    await writeFile(place, bytes)
    expect(await files(false)).toEqual([])
  })

  it('that is cut off or gone is found by the quick look too', async () => {
    const place = placeOf(kept.documentId)
    const bytes = await readFile(place)
    await truncate(place, bytes.length - 1)
    expect((await files(true))[0]?.[1]).toEqual([
      expect.stringMatching(/^documents\/\S+ has \d+ bytes instead of \d+$/),
    ])
    await rm(place)
    expect((await files(true))[0]?.[1]).toEqual([`documents/${kept.documentId} is not there`])
    await writeFile(place, bytes)
  })

  it('under another’s record is not what was stored there', async () => {
    const { body } = await addDocument(world.ann, world.folders.acme.id)
    const bytes = await readFile(placeOf(body.id))
    await writeFile(placeOf(body.id), await readFile(placeOf(kept.documentId)))
    expect((await files(false))[0]?.[1]).toEqual([`documents/${body.id} was changed or cut off`])
    await writeFile(placeOf(body.id), bytes)
  })

  it('of nobody is found once it is too old to be one that just arrives', async () => {
    const id = newId()
    await writeFile(placeOf(id), 'nobody’s')
    expect(await files(true)).toEqual([])
    const old = new Date(Date.now() - 3 * 86_400_000)
    await utimes(placeOf(id), old, old)
    expect(await files(true)).toEqual([['Every file belongs to a record', [`documents/${id}`]]])
    await rm(placeOf(id))
  })
})
