// What is printed is read at one moment.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sentInvoice } from '../../tests/invoices.ts'
import { createWorld, type World } from '../../tests/world.ts'
import { invoiceFor } from '../invoices/queries.ts'
import { unsafePaymentsOf } from '../invoices/payments.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

const admin = () => ({ ...world.people.alice, role: 'admin' as const })

describe('a snapshot', () => {
  it('shows no payment that was recorded after its invoice was read', async () => {
    const id = await sentInvoice(world)
    const read = await world.db.snapshot(async (reader) => {
      const { invoice } = await invoiceFor(reader, admin(), id)
      const paid = await world.alice.post(`/api/invoices/${id}/payments`, { amount: 4_000, method: 'check' })
      expect(paid.status, paid.text).toBe(201)
      return { invoice, payments: await unsafePaymentsOf(reader, id) }
    })
    expect(read.invoice.amountPaid).toBe(0)
    expect(read.payments).toEqual([])
    expect(await unsafePaymentsOf(world.db, id)).toHaveLength(1)
  })

  it('writes nothing, and leaves its connection fit for use when it fails', async () => {
    const write = world.db.snapshot((reader) => reader.rows(sql`update users set first_name = 'x'`))
    await expect(write).rejects.toThrow('read-only')
    for (let i = 0; i < 20; i++) expect(await world.db.one(sql`select 1 as one`)).toEqual({ one: 1 })
  })
})
