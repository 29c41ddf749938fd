// What clients whose data was erased are called in exports for accounting programs.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folderApart, invoicePath, sentInvoice } from '../../tests/invoices.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({}, { atHour: 10 })))
afterAll(() => testApp.close())

const lastDayOfMonth = () => daysAfter(`${officeDate(testApp.db.now).slice(0, 7)}-01`, -1)
const exported = async () => {
  const date = lastDayOfMonth()
  const formats = ['quickbooks', 'xero', 'iif']
  return Promise.all(
    formats.map(
      async (format) => (await testApp.alice.get(`/api/books/${format}/export?from=${date}&to=${date}`)).text,
    ),
  )
}
const closeLastMonth = async (): Promise<string> => {
  const { body } = await testApp.alice.post('/api/books/closed-months', { month: lastDayOfMonth().slice(0, 7) })
  return body.months[0].id
}
const reopen = (id: string) => testApp.alice.post(`/api/books/closed-months/${id}/reopening`, { reason: 'New names' })
const customers = async (query: string) => (await testApp.alice.get(`/api/books/customers?limit=200&${query}`)).body

async function erase(id: string, name: string) {
  await testApp.alice.patch(`/api/client-folders/${id}`, { status: 'archived' })
  const answer = await testApp.alice.post(`/api/client-folders/${id}/erasure`, { confirmation: name })
  expect(answer.status, answer.text).toBe(201)
  await testApp.runJobs()
}

/** A client with a payment on the last day of the month before, and the IIF customer of its entries. */
async function paidClient(name: string) {
  const id = await folderApart(testApp, { name })
  const invoiceId = await sentInvoice(testApp, { clientFolderId: id })
  const date = lastDayOfMonth()
  const { invoiceNumber, total } = (await testApp.alice.get(invoicePath(invoiceId))).body
  await testApp.db.run(sql`update invoices set sent_at = ${`${date}T17:00:00Z`} where id = ${invoiceId}`)
  expect((await testApp.alice.post(invoicePath(invoiceId, '/payments'), { amount: total, date })).status).toBe(201)
  const customer = async () =>
    (await exported())[2]
      ?.split('\r\n')
      .map((line) => line.split('\t'))
      .find((cells) => cells[6] === invoiceNumber)?.[4]
  return { id, customer }
}

describe('an erased client', () => {
  it('is no longer listed, can’t be named, and two of them share no customer name', async () => {
    const [bakery, dairy] = [
      await folderApart(testApp, { name: 'Gone Bakery' }),
      await folderApart(testApp, { name: 'Gone Dairy' }),
    ]
    await erase(bakery, 'Gone Bakery')
    await erase(dairy, 'Gone Dairy')
    expect(await customers('q=Erased%20client')).toEqual([])
    expect(await customers('show=shared')).toEqual([])
    const path = `/api/books/customers/${bakery}`
    expect((await testApp.alice.put(path, { name: 'Gone Bakery' })).status).toBe(404)
    expect((await testApp.alice.get(path)).status).toBe(404)
    expect(await testApp.db.rows(sql`select id from books_customers where client_folder_id = ${bakery}`)).toEqual([])
  })

  it('can’t be named from the moment when the deletion starts', async () => {
    const id = await folderApart(testApp, { name: 'Almost Gone' })
    await testApp.db.run(sql`
      update client_folders set status = 'archived', erasure_started_at = ${testApp.db.now} where id = ${id}`)
    expect((await testApp.alice.put(`/api/books/customers/${id}`, { name: 'Still Here' })).status).toBe(404)
    expect(await customers('q=Almost')).toEqual([])
  })

  it('is exported with an id of its own in open months, and in those that are closed later', async () => {
    const [bakery, dairy] = [await paidClient('Former Bakery'), await paidClient('Former Dairy')]
    await erase(bakery.id, 'Former Bakery')
    await erase(dairy.id, 'Former Dairy')
    expect([await bakery.customer(), await dairy.customer()]).toEqual([
      `Erased client ${bakery.id.slice(-8)}`,
      `Erased client ${dairy.id.slice(-8)}`,
    ])
    const open = await exported()
    const monthId = await closeLastMonth()
    expect(await exported()).toEqual(open)
    await reopen(monthId)
  })

  it('is exported without an id in a month that was closed before its data was deleted', async () => {
    const closed = await paidClient('Closed Bakery')
    const monthId = await closeLastMonth()
    expect(await closed.customer()).toBe('Closed Bakery')
    await erase(closed.id, 'Closed Bakery')
    expect(await closed.customer()).toBe('Erased client')
    await reopen(monthId)
  })
})
