// The data of a PDF is read at one moment.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sentInvoice } from '../../tests/invoices.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { invoiceFor } from '../invoices/queries.ts'
import { unsafePaymentsOf } from '../invoices/payments.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const admin = () => ({ ...testApp.people.alice, role: 'admin' as const })

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

  it('writes nothing, and leaves its connection usable when it fails', async () => {
    const write = testApp.db.snapshot((reader) => reader.rows(sql`update users set first_name = 'x'`))
    await expect(write).rejects.toThrow('read-only')
    for (let i = 0; i < 20; i++) expect(await testApp.db.one(sql`select 1 as one`)).toEqual({ one: 1 })
  })
})
