// Verification reports each fact on a portal where it holds, and not on one where someone broke it.
import { readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sql, { raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillPortal, type PortalItems } from '../../tests/filled-portal.ts'
import { invoicePath, sentInvoice } from '../../tests/invoices.ts'
import { deliver, secretKey, startStripeServer, type StripeServer, webhookSecret } from '../../tests/stripe-server.ts'
import { addDocument } from '../../tests/uploads.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { linkPending } from '../audit-log/chain.ts'
import { newId } from '../kit/id.ts'
import { openSnapshot } from './snapshot.ts'
import { checkRules, verifyAll } from './verify.ts'
import { typed } from '../kit/row-types.ts'

interface KeptMoney extends PortalItems {
  /** Of an invoice with two payments, a refund of the first, and a credit. */
  creditedId: string
  refundId: string
  noteId: string
  creditId: string
  /** Paid online in full, and refunded in Stripe in part. */
  onlineId: string
  onlinePaymentId: string
  memberId: string
}

let testApp: TestApp
let stripe: StripeServer
let kept: KeptMoney
beforeAll(async () => {
  stripe = await startStripeServer()
  testApp = await createTestApp({
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: stripe.url,
  })
  kept = {
    ...(await fillPortal(testApp)),
    ...(await addCorrections()),
    ...(await addMember()),
    ...(await addOnlinePayment()),
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
  return { creditedId, refundId: refund.id, noteId: note.id, creditId: entries[0].id }
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

const look = (quick = true) => verifyAll(testApp.context, { quick })
const rulesBroken = async () => {
  const snapshot = await openSnapshot(testApp.context.address)
  const broken: string[] = []
  for await (const { says, count } of checkRules(snapshot)) if (count > 0) broken.push(says)
  await snapshot.close()
  return broken
}
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

type Planted = [rule: string, plant: (kept: KeptMoney) => Sql, undo: (kept: KeptMoney) => Sql]

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
    'Proposal lines',
    ({ proposalId }) => lineOf('proposals', 'services', '{0,totalCost}', 1)(proposalId),
    ({ proposalId }) => lineOf('proposals', 'services', '{0,totalCost}', -1)(proposalId),
  ],
  [
    'Proposal lines',
    ({ proposalId }) => change('proposals', 'total_cost = total_cost + 1')(proposalId),
    ({ proposalId }) => change('proposals', 'total_cost = total_cost - 1')(proposalId),
  ],
  [
    'Contract lines',
    ({ contractId }) => change('contracts', 'total_value = total_value + 1')(contractId),
    ({ contractId }) => change('contracts', 'total_value = total_value - 1')(contractId),
  ],
  [
    'Contract lines',
    ({ contractId }) => lineOf('contracts', 'services', '{1,hourlyRate}', 1)(contractId),
    ({ contractId }) => lineOf('contracts', 'services', '{1,hourlyRate}', -1)(contractId),
  ],
  [
    'Invoice lines',
    ({ invoiceId }) => lineOf('invoices', 'line_items', '{0,total}', 1)(invoiceId),
    ({ invoiceId }) => lineOf('invoices', 'line_items', '{0,total}', -1)(invoiceId),
  ],
  [
    'Invoice lines',
    ({ invoiceId }) => change('invoices', 'tax = tax + 1, total = total + 1')(invoiceId),
    ({ invoiceId }) => change('invoices', 'tax = tax - 1, total = total - 1')(invoiceId),
  ],
  [
    'Invoice lines',
    ({ invoiceId }) => change('invoices', 'total = total + 1')(invoiceId),
    ({ invoiceId }) => change('invoices', 'total = total - 1')(invoiceId),
  ],
  [
    'The amount paid',
    ({ paymentId }) => change('payments', 'amount = amount + 1')(paymentId),
    ({ paymentId }) => change('payments', 'amount = amount - 1')(paymentId),
  ],
  [
    'The amount paid',
    ({ invoiceId }) => change('invoices', "status = 'paid'")(invoiceId),
    ({ invoiceId }) => change('invoices', "status = 'sent'")(invoiceId),
  ],
  // The sum of the entries still equals the amount paid, but a refund raises it.
  [
    'The amount paid',
    ({ creditedId, refundId }) => sql`
      with paid as (update invoices set amount_paid = amount_paid + 200 where id = ${creditedId})
      update payments set amount = 100 where id = ${refundId}`,
    ({ creditedId, refundId }) => sql`
      with paid as (update invoices set amount_paid = amount_paid - 200 where id = ${creditedId})
      update payments set amount = -100 where id = ${refundId}`,
  ],
  [
    'Every reversal and refund',
    ({ creditedId, refundId }) => sql`
      with paid as (update invoices set amount_paid = amount_paid - 401 where id = ${creditedId})
      update payments set amount = -501 where id = ${refundId}`,
    ({ creditedId, refundId }) => sql`
      with paid as (update invoices set amount_paid = amount_paid + 401 where id = ${creditedId})
      update payments set amount = -100 where id = ${refundId}`,
  ],
  [
    'Every reversal and refund',
    ({ noteId }) => change('credit_notes', 'amount = 299')(noteId),
    ({ noteId }) => change('credit_notes', 'amount = 300')(noteId),
  ],
  [
    'The credit notes for an invoice',
    ({ noteId }) => change('credit_notes', 'amount = 10576')(noteId),
    ({ noteId }) => change('credit_notes', 'amount = 300')(noteId),
  ],
  [
    'The credit notes for an invoice',
    ({ creditId }) => change('payments', "credit_note_id = null, method = 'check'")(creditId),
    ({ creditId, noteId }) =>
      sql`update payments set credit_note_id = ${noteId}, method = 'credit' where id = ${creditId}`,
  ],
  // As many numbers as were assigned, but one is skipped.
  [
    'Credit note numbers have no gaps',
    ({ noteId }) => change('credit_notes', "credit_note_number = left(credit_note_number, 12) || '07'")(noteId),
    ({ noteId }) => change('credit_notes', "credit_note_number = left(credit_note_number, 12) || '01'")(noteId),
  ],
  [
    'Credit note numbers have no gaps',
    () => sql`update number_series set last = last + 1 where series = 'CN'`,
    () => sql`update number_series set last = last - 1 where series = 'CN'`,
  ],
  [
    'Each online payment',
    ({ onlineId }) => change('online_payments', 'payment_id = null')(onlineId),
    ({ onlineId, onlinePaymentId }) =>
      sql`update online_payments set payment_id = ${onlinePaymentId} where id = ${onlineId}`,
  ],
  [
    'Each online payment',
    ({ onlineId }) => change('online_payments', 'amount = amount - 1')(onlineId),
    ({ onlineId }) => change('online_payments', 'amount = amount + 1')(onlineId),
  ],
  [
    'Each online payment',
    ({ onlineId }) => change('online_payments', "status = 'pending'")(onlineId),
    ({ onlineId }) => change('online_payments', "status = 'paid'")(onlineId),
  ],
  // The same payment recorded twice, each with its share of the amount paid.
  [
    'Each online payment',
    ({ onlinePaymentId }) => sql`
      with twice as (
        insert into payments (id, invoice_id, client_folder_id, kind, amount, date, method, reference, recorded_by_id, created_at)
        select '01890000-0000-7000-8000-00000000eeee', invoice_id, client_folder_id, kind, 100, date, method, reference, recorded_by_id, created_at
        from payments where id = ${onlinePaymentId} returning invoice_id)
      update invoices set amount_paid = amount_paid + 100 where id = (select invoice_id from twice)`,
    () => sql`
      with twice as (delete from payments where id = '01890000-0000-7000-8000-00000000eeee' returning invoice_id)
      update invoices set amount_paid = amount_paid - 100 where id = (select invoice_id from twice)`,
  ],
  [
    'Each online payment',
    ({ onlineId, onlinePaymentId }) =>
      sql`update online_payment_corrections set entry_id = ${onlinePaymentId} where online_payment_id = ${onlineId}`,
    ({ onlineId, onlinePaymentId }) => sql`
      update online_payment_corrections set entry_id = (select id from payments where reverses_id = ${onlinePaymentId})
      where online_payment_id = ${onlineId}`,
  ],
  [
    'Each online payment',
    ({ onlineId }) => sql`
      insert into online_refunds (id, online_payment_id, amount, reason, credit_note, started_by_id, status, created_at, updated_at)
      select id, id, 100, 'Paid twice', false, started_by_id, 'done', now(), now() from online_payments where id = ${onlineId}`,
    ({ onlineId }) => sql`delete from online_refunds where id = ${onlineId}`,
  ],
  [
    'Related records',
    ({ onlineId }) => moved('online_payments')[0](onlineId),
    ({ onlineId }) => moved('online_payments')[1](onlineId),
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
    'Related records',
    ({ contractId, proposalId }) => sql`
      with mine as (update contracts set proposal_id = ${proposalId} where id = ${contractId})
      update proposals set client_folder_id = '01890000-0000-7000-8000-0000000000a2' where id = ${proposalId}`,
    ({ contractId, proposalId }) => sql`
      with mine as (update contracts set proposal_id = null where id = ${contractId})
      update proposals set client_folder_id = '01890000-0000-7000-8000-0000000000a1' where id = ${proposalId}`,
  ],
  [
    'Related records',
    ({ paymentId }) => moved('payments')[0](paymentId),
    ({ paymentId }) => moved('payments')[1](paymentId),
  ],
  [
    'Related records',
    ({ contractId }) => moved('contracts')[0](contractId),
    ({ contractId }) => moved('contracts')[1](contractId),
  ],
  [
    'Signed status',
    ({ contractId }) =>
      sql`update signatures set entity_id = ${contractId}::uuid, entity_type = 'documents' where entity_id = ${contractId}`,
    ({ contractId }) => sql`update signatures set entity_type = 'contracts' where entity_id = ${contractId}`,
  ],
  [
    'Signed status',
    ({ contractId }) => sql`
      insert into firm_signatures (id, contract_id, client_folder_id, text_version, signer_id, signer_name, signer_email,
        confirmed_by, signed_at, address)
      select id, id, client_folder_id, text_version + 1, created_by_id, 'Alice Moore', 'alice@example.com', 'password',
        created_at, '127.0.0.1'
      from contracts where id = ${contractId}`,
    ({ contractId }) => sql`delete from firm_signatures where contract_id = ${contractId}`,
  ],
  [
    'Signed status',
    ({ documentId }) =>
      change('documents', 'requires_signature = true, is_signed = true, signed_at = now()')(documentId),
    ({ documentId }) =>
      change('documents', 'requires_signature = false, is_signed = false, signed_at = null')(documentId),
  ],
  [
    'Each document matches',
    ({ documentId }) => change('uploads', 'claimed_at = null')(documentId),
    ({ documentId }) => change('uploads', 'claimed_at = stored_at')(documentId),
  ],
  [
    'Only active staff',
    ({ memberId }) => change('folder_members', "user_id = (select id from users where username = 'eve')")(memberId),
    ({ memberId }) => change('folder_members', "user_id = (select id from users where username = 'sue')")(memberId),
  ],
  [
    'Only active staff',
    ({ memberId }) => change('folder_members', "user_id = (select id from users where username = 'sam')")(memberId),
    ({ memberId }) => change('folder_members', "user_id = (select id from users where username = 'sue')")(memberId),
  ],
  [
    'Every reference',
    () => sql`
      update messages set sender_id = '01890000-0000-7000-8000-00000000eeee'
      from (select set_config('session_replication_role', 'replica', true)) off`,
    () => sql`update messages set sender_id = '01890000-0000-7000-8000-000000000005'`,
  ],
]

describe('G7: a broken record is found by its own rule and no other', () => {
  it.each(planted)('%s (%#)', async (rule, plant, undo) => {
    expect(await testApp.owner.run(plant(kept))).toBeGreaterThan(0)
    const broken = await rulesBroken()
    await testApp.owner.run(undo(kept))
    expect(broken).toEqual([expect.stringMatching(`^${rule}`)])
  })

  it('accepts a missing credit note that was deleted after its retention period', async () => {
    const purged = newId()
    const details = JSON.stringify({ class: 'invoices', months: 84, counts: { credit_notes: 1 } })
    await testApp.owner.run(sql`update number_series set last = last + 1 where series = 'CN'`)
    await testApp.owner.run(sql`
      insert into audit_entries (id, at, action, entity_type, details)
      values (${purged}, now(), 'retention.purged', 'retention-rules', ${details}::jsonb)`)
    const broken = await rulesBroken()
    await testApp.owner.run(sql`delete from audit_entries where id = ${purged}`)
    await testApp.owner.run(sql`update number_series set last = last - 1 where series = 'CN'`)
    expect(broken).toEqual([])
  })

  it('reports nothing after the repairs', async () => {
    expect(await rulesBroken()).toEqual([])
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
    const place = placeOf(kept.documentId)
    const bytes = await readFile(place)
    const flipped = Buffer.from(bytes)
    flipped[100] = (flipped[100] ?? 0) ^ 1
    await writeFile(place, flipped)
    expect(await files(true)).toEqual([])
    expect(await files(false)).toEqual([
      [expect.stringMatching(/^files match/), [`documents/${kept.documentId} was changed or cut off`]],
    ])
    await writeFile(place, bytes)
    expect(await files(false)).toEqual([])
  })

  it('is found by the quick check too if it is truncated or missing', async () => {
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

  it('stored under another record is reported as changed', async () => {
    const { body } = await addDocument(testApp.ann, testApp.folders.acme.id)
    const bytes = await readFile(placeOf(body.id))
    await writeFile(placeOf(body.id), await readFile(placeOf(kept.documentId)))
    expect((await files(false))[0]?.[1]).toEqual([`documents/${body.id} was changed or cut off`])
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
