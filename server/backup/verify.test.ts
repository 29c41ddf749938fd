// Verification reports each fact on a portal where it holds, and not on one where someone broke it.
import { readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brokenRecords, type VerifiedRecords } from '../../tests/broken-records.ts'
import { brokenRules } from '../../tests/broken-rules.ts'
import { fillPortal } from '../../tests/filled-portal.ts'
import { invoicePath, sentInvoice } from '../../tests/invoices.ts'
import { paidRetainer, retainerPath } from '../../tests/retainers.ts'
import { deliver, secretKey, startStripeServer, type StripeServer, webhookSecret } from '../../tests/stripe-server.ts'
import { addDocument } from '../../tests/uploads.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { linkPending } from '../audit-log/chain.ts'
import { newId } from '../kit/id.ts'
import { verifyAll } from './verify.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
let stripe: StripeServer
let records: VerifiedRecords
beforeAll(async () => {
  stripe = await startStripeServer()
  testApp = await createTestApp({
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: stripe.url,
  })
  records = {
    ...(await fillPortal(testApp)),
    ...(await addCorrections()),
    ...(await addMember()),
    ...(await addOnlinePayment()),
    ...(await addRetainer()),
  }
  await linkPending(testApp.db, testApp.context.dataKeys)
  // Plants what the schema would refuse, as someone who disabled the constraints could.
  await testApp.owner.run(sql`
    alter table invoices drop constraint invoice_total_is_the_sum, drop constraint invoice_number_is_unique,
      drop constraint invoice_number_has_the_form, drop constraint invoice_paid_has_time, drop constraint invoice_paid_is_paid`)
  await testApp.owner.run(sql`alter table payments drop constraint payment_is_something`)
  await testApp.owner.run(sql`
    alter table contracts drop constraint contract_number_is_unique, drop constraint contract_number_has_the_form,
      drop constraint contract_unsigned_has_no_time`)
  await testApp.owner.run(sql`alter table signatures disable trigger user`)
  await testApp.owner.run(sql`alter table firm_signatures disable trigger user`)
  await testApp.owner.run(sql`alter table audit_entries disable trigger user`)
  await testApp.owner.run(sql`alter table audit_links disable trigger user`)
})
afterAll(async () => {
  await testApp.close()
  await stripe.close()
})

async function addMember() {
  const { alice, folders, people } = testApp
  const { body } = await alice.post(`/api/client-folders/${folders.acme.id}/members`, { userId: people.sue.id })
  return { memberId: body.id as string }
}

async function addCorrections() {
  const { alice, folders } = testApp
  const creditedId = await sentInvoice(testApp)
  const pay = (amount: number) => alice.post(invoicePath(creditedId, '/payments'), { amount })
  const { body: first } = await pay(500)
  await pay(1_000)
  const { body: refund } = await alice.post(`/api/payments/${first.id}/refund`, { amount: 100, reason: 'Too much' })
  const about = { clientFolderId: folders.acme.id, invoiceId: creditedId, amount: 300, reason: 'Goodwill' }
  const { body: note } = await alice.post('/api/credit-notes', about)
  const { body: entries } = await alice.get(invoicePath(creditedId, '/payments'))
  const general = { clientFolderId: folders.acme.id, amount: 1_000, taxed: true, reason: 'Goodwill' }
  const { body: generalNote } = await alice.post('/api/credit-notes', general)
  return { creditedId, refundId: refund.id, noteId: note.id, creditId: entries[0].id, generalNoteId: generalNote.id }
}

async function addOnlinePayment() {
  const id = await sentInvoice(testApp)
  const { body } = await testApp.ann.post(invoicePath(id, '/online-payments'))
  const [sessionId = ''] = [...stripe.sessions.keys()].slice(-1)
  const intent = stripe.pay(sessionId)
  for (const [type, object] of [
    ['checkout.session.completed', stripe.sessions.get(sessionId) ?? {}],
    ['refund.created', stripe.refund(intent, 575)],
  ] as const)
    expect((await deliver(testApp, stripe.signed(type, object))).status).toBe(200)
  const entries = (await testApp.alice.get(invoicePath(id, '/payments'))).body
  expect(entries).toMatchObject([{ kind: 'refund' }, { kind: 'payment' }])
  return { onlineId: body.id, onlinePaymentId: entries[1].id }
}

async function addRetainer() {
  const { alice } = testApp
  const retainerInvoiceId = await paidRetainer(testApp, 2_000)
  const invoiceId = await sentInvoice(testApp)
  const applied = await alice.post(retainerPath(testApp, '/applications'), { invoiceId, amount: 750 })
  expect(applied.body).toMatchObject({ balance: 1_250 })
  return { retainerInvoiceId }
}

const look = (quick = true) => verifyAll(testApp.context, { quick })
const isBroken = async (quick = true) => (await look(quick)).broken.map(({ says, what }) => [says, what])

describe('G7: an intact portal', () => {
  it('passes every check, with the same result twice and without changes', async () => {
    const lines: string[] = []
    const before = await testApp.auditLog()
    const verified = await verifyAll(testApp.context, { say: (line) => lines.push(line) })
    expect(verified.broken).toEqual([])
    expect(lines.filter((line) => !line.startsWith('✓'))).toEqual([
      expect.stringMatching(/^Digest of \d+ rows: [0-9a-f]{64}$/),
      expect.stringMatching(/^Digest of the files: [0-9a-f]{64}$/),
    ])
    expect(lines.join('\n')).toMatch(/✓ The audit log is unchanged \(link \d+, [0-9a-f]{64}\)\./)
    expect(lines.join('\n')).toMatch(/✓ 2 files \(\d+ bytes\) match their records, byte for byte\./)
    const again = await look()
    expect([again.rowsDigest, again.filesDigest]).toEqual([verified.rowsDigest, verified.filesDigest])
    expect(await testApp.auditLog()).toEqual(before)
  })

  it('has a different digest after any change, and the same digest after undoing it', async () => {
    const before = (await look()).rowsDigest
    await testApp.db.run(sql`update messages set content = content || ' '`)
    expect((await look()).rowsDigest).not.toBe(before)
    await testApp.db.run(sql`update messages set content = rtrim(content)`)
    expect((await look()).rowsDigest).toBe(before)
  })
})

describe('G7: a broken record is found by its own rule and no other', () => {
  it.each(brokenRecords)('%s (%#)', async (rule, plant, undo) => {
    expect(await testApp.owner.run(plant(records))).toBeGreaterThan(0)
    const broken = await brokenRules(testApp)
    await testApp.owner.run(undo(records))
    expect(broken).toEqual([expect.stringMatching(`^${rule}`)])
  })

  it('accepts a missing credit note that was deleted after its retention period', async () => {
    const purged = newId()
    const details = JSON.stringify({ class: 'invoices', months: 84, counts: { credit_notes: 1 } })
    await testApp.owner.run(sql`update number_series set last = last + 1 where series = 'CN'`)
    await testApp.owner.run(sql`
      insert into audit_entries (id, at, action, entity_type, details)
      values (${purged}, now(), 'retention.purged', 'retention-rules', ${details}::jsonb)`)
    const broken = await brokenRules(testApp)
    await testApp.owner.run(sql`delete from audit_entries where id = ${purged}`)
    await testApp.owner.run(sql`update number_series set last = last - 1 where series = 'CN'`)
    expect(broken).toEqual([])
  })

  it('reports nothing after the repairs', async () => {
    expect(await brokenRules(testApp)).toEqual([])
  })

  it('finds a rewritten audit entry and an inserted one', async () => {
    const { id, action } = await testApp.db.one(
      typed(z.object({ id: z.string(), action: z.string() }))`select id, action from audit_entries order by id limit 1`,
    )
    await testApp.owner.run(sql`update audit_entries set action = 'nothing' where id = ${id}`)
    expect(await isBroken()).toEqual([
      [
        expect.stringContaining('The audit log is unchanged'),
        [expect.stringContaining(`${id} (link 1) was changed after it was recorded`)],
      ],
    ])
    await testApp.owner.run(sql`update audit_entries set action = ${action} where id = ${id}`)
    const slipped = newId()
    await testApp.owner.run(
      sql`insert into audit_entries (id, at, action, entity_type) values (${slipped}, now(), 'x', 'y')`,
    )
    expect((await isBroken())[0]?.[1]).toEqual([`Entry ${slipped} is not in the hash chain.`])
    await testApp.owner.run(sql`delete from audit_entries where id = ${slipped}`)
  })

  it('finds an audit log that was cut off at its end', async () => {
    const { seq, entryId, keyId, hash } = await testApp.owner.one(
      typed(
        z.object({ seq: z.number(), entryId: z.string(), keyId: z.string(), hash: z.instanceof(Buffer) }),
      )`delete from audit_links where seq = (select max(seq) from audit_links) returning seq, entry_id as "entryId", key_id as "keyId", hash`,
    )
    expect((await isBroken())[0]?.[1]).toEqual([
      `The end of the audit log is missing: the last recorded link was ${seq}.`,
    ])
    await testApp.owner.run(
      sql`insert into audit_links (seq, entry_id, key_id, hash) values (${seq}, ${entryId}, ${keyId}, ${hash})`,
    )
  })
})

describe('G7: a file', () => {
  const placeOf = (id: string) => join(testApp.config.dataDir, 'files/objects/documents', id)
  const files = async (quick: boolean) =>
    (await isBroken(quick)).map(([says, what]) => [String(says).replace(/^\d+ files \(\d+ bytes\)/, 'files'), what])

  it('is found by reading it if one bit changed; the quick check says that it does not read files', async () => {
    const place = placeOf(records.documentId)
    const bytes = await readFile(place)
    const flipped = Buffer.from(bytes)
    flipped[100] = (flipped[100] ?? 0) ^ 1
    await writeFile(place, flipped)
    expect(await files(true)).toEqual([])
    expect(await files(false)).toEqual([
      [expect.stringMatching(/^files match/), [`documents/${records.documentId} was changed or truncated`]],
    ])
    await writeFile(place, bytes)
    expect(await files(false)).toEqual([])
  })

  it('is found by the quick check too if it is truncated or missing', async () => {
    const place = placeOf(records.documentId)
    const bytes = await readFile(place)
    await truncate(place, bytes.length - 1)
    expect((await files(true))[0]?.[1]).toEqual([
      expect.stringMatching(/^documents\/\S+ has \d+ bytes instead of \d+$/),
    ])
    await rm(place)
    expect((await files(true))[0]?.[1]).toEqual([`documents/${records.documentId} is missing`])
    await writeFile(place, bytes)
  })

  it('stored under another record is reported as changed', async () => {
    const { body } = await addDocument(testApp.ann, testApp.folders.acme.id)
    const bytes = await readFile(placeOf(body.id))
    await writeFile(placeOf(body.id), await readFile(placeOf(records.documentId)))
    expect((await files(false))[0]?.[1]).toEqual([`documents/${body.id} was changed or truncated`])
    await writeFile(placeOf(body.id), bytes)
  })

  it('is reported without a record once it is too old to be still arriving', async () => {
    const id = newId()
    await writeFile(placeOf(id), 'nobody’s')
    expect(await files(true)).toEqual([])
    const old = new Date(Date.now() - 3 * 86_400_000)
    await utimes(placeOf(id), old, old)
    expect(await files(true)).toEqual([['Every file belongs to a record', [`documents/${id}`]]])
    await rm(placeOf(id))
  })
})
