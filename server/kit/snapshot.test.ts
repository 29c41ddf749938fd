// The data of a PDF is read at one moment.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unlimited } from '../../domain/actor.ts'
import { sentInvoice } from '../../tests/invoices.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { invoiceToPrint } from '../invoices/pdf.ts'
import { invoiceFor } from '../invoices/queries.ts'
import { unsafePaymentsOf } from '../invoices/payments.ts'
import { newId } from './id.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const admin = () => ({ ...testApp.people.alice, role: 'admin' as const, ...unlimited })

describe('a database snapshot', () => {
  it('shows no payment that was recorded after its invoice was read', async () => {
    const id = await sentInvoice(testApp)
    const read = await testApp.db.snapshot(async (reader) => {
      const { invoice } = await invoiceFor(reader, admin(), id)
      const paid = await testApp.alice.post(`/api/invoices/${id}/payments`, { amount: 4_000, method: 'check' })
      expect(paid.status, paid.text).toBe(201)
      return { invoice, payments: await unsafePaymentsOf(reader, id) }
    })
    expect(read.invoice.amountPaid).toBe(0)
    expect(read.payments).toEqual([])
    expect(await unsafePaymentsOf(testApp.db, id)).toHaveLength(1)
  })

  it('holds for the PDF of an invoice whose payment is recorded while its data is read', async () => {
    const [id, paid] = [await sentInvoice(testApp), await sentInvoice(testApp)]
    expect(
      (await testApp.alice.post(`/api/invoices/${paid}/payments`, { amount: 4_000, method: 'check' })).status,
    ).toBe(201)
    const writer = await testApp.db.pool.connect()
    try {
      await writer.query('begin')
      await writer.query('lock table payments in access exclusive mode')
      const reading = invoiceToPrint(testApp.db, admin(), id, testApp.config.provider)
      const blocked = sql`select from pg_locks where not granted and relation = 'payments'::regclass`
      await expect.poll(async () => (await testApp.db.rows(blocked)).length).toBe(1)
      await writer.query(
        `insert into payments select (jsonb_populate_record(p, jsonb_build_object('id', $1::text, 'invoice_id', $2::text))).*
         from payments p where p.invoice_id = $3`,
        [newId(), id, paid],
      )
      await writer.query('update invoices set amount_paid = 4000 where id = $1', [id])
      await writer.query('commit')
      const { invoice, payments } = await reading
      expect([invoice.amountPaid, payments]).toEqual([0, []])
      const later = await invoiceToPrint(testApp.db, admin(), id, testApp.config.provider)
      expect([later.invoice.amountPaid, later.payments.map(({ amount }) => amount)]).toEqual([4_000, [4_000]])
    } finally {
      writer.release()
    }
  })

  it('writes nothing, and leaves its connection usable when it fails', async () => {
    const write = testApp.db.snapshot((reader) => reader.rows(sql`update users set first_name = 'x'`))
    await expect(write).rejects.toThrow('read-only')
    for (let i = 0; i < 20; i++) expect(await testApp.db.one(sql`select 1 as one`)).toEqual({ one: 1 })
  })
})
