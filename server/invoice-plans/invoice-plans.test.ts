import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { planInput } from '../../tests/architecture/rights-time.ts'
import { folderApart } from '../../tests/invoices.ts'
import { createTestApp, type Instance, type TestApp, unknownId } from '../../tests/test-app.ts'
import { firstBillingDate, nextAfter } from '../../domain/invoice-plan.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { createRecurringInvoices } from './jobs.ts'

let testApp: TestApp
let twin: Instance
beforeAll(async () => {
  testApp = await createTestApp({}, { atHour: 10 })
  twin = await testApp.twin()
})
afterAll(() => testApp.close())
beforeEach(() => testApp.db.run(sql`update invoice_plans set status = 'ended'`))

const today = () => officeDate(testApp.db.now)
const pathOf = (folder: string) => `/api/client-folders/${folder}/invoice-plans`
const acme = () => pathOf(testApp.folders.acme.id)
const create = (more: object = {}, path = acme()) => testApp.alice.post(path, planInput(testApp, more))
/** A plan whose next invoice is due on an earlier day. */
async function dueSince(nextOn: string, more: object = {}, path = acme()): Promise<string> {
  const { id } = (await create(more, path)).body
  await testApp.db.run(sql`update invoice_plans set next_on = ${nextOn} where id = ${id}`)
  return id
}
interface Plan {
  id: string
  status: string
  nextOn: string
  version: number
  invoices: { id: string; period: string }[]
}
const read = async (id: string, path = acme()) =>
  ((await testApp.alice.get(path)).body as Plan[]).find((plan) => plan.id === id) as Plan
const run = () => createRecurringInvoices(testApp.db, testApp.context.config.provider)
const setStatus = (id: string, status: string, who = testApp.alice) =>
  who.patch(`/api/invoice-plans/${id}/status`, { status })

describe('days of recurring invoices', () => {
  it('are the same day of the month, or its last day', () => {
    expect(firstBillingDate('2026-11-26', 1)).toBe('2026-12-01')
    expect(firstBillingDate('2026-11-26', 26)).toBe('2026-11-26')
    expect(firstBillingDate('2026-11-26', 31)).toBe('2026-11-30')
    const monthly = { everyMonths: 1, dayOfMonth: 31 }
    expect(nextAfter('2027-01-31', monthly)).toBe('2027-02-28')
    expect(nextAfter('2027-02-28', monthly)).toBe('2027-03-31')
    expect(nextAfter('2027-02-28', { everyMonths: 12, dayOfMonth: 31 })).toBe('2028-02-29')
  })
})

describe('a recurring invoice', () => {
  it('is drafted on its day, notifies the consultant, and is audited', async () => {
    const id = await dueSince(today())
    await run()
    const plan = await read(id)
    expect(plan.invoices).toMatchObject([{ period: today() }])
    const invoice = (await testApp.alice.get(`/api/invoices/${plan.invoices[0]?.id}`)).body
    expect(invoice).toMatchObject({ status: 'draft', subtotal: 10_000, dueDate: daysAfter(today(), 30) })
    expect((await testApp.mail()).at(-1)).toMatchObject({
      subject: expect.stringContaining('a recurring invoice was drafted'),
    })
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'invoice-plan.run', entityId: id })
  })

  it('is created once for each period, even by two concurrent instances, and for each missed period', async () => {
    const id = await dueSince(daysAfter(today(), -65), { dayOfMonth: Number(daysAfter(today(), -65).slice(8)) })
    await Promise.all([run(), createRecurringInvoices(twin.db, twin.context.config.provider)])
    await run()
    const { invoices, nextOn } = await read(id)
    expect(invoices).toHaveLength(3)
    expect(new Set(invoices.map(({ period }) => period)).size).toBe(3)
    expect(nextOn > today()).toBe(true)
  })

  it('is sent if the plan says so', async () => {
    const id = await dueSince(today(), { sends: true })
    await run()
    const [made] = (await read(id)).invoices
    expect((await testApp.ann.get(`/api/invoices/${made?.id}`)).body.status).toBe('sent')
    expect((await testApp.mail()).at(-1)).toMatchObject({ subject: expect.stringContaining('sent you an invoice') })
  })

  it('ends after the last day, and then can’t be changed', async () => {
    const id = await dueSince(today(), { endsOn: daysAfter(today(), 45) })
    await testApp.db.run(sql`update invoice_plans set ends_on = starts_on where id = ${id}`)
    await run()
    expect(await read(id)).toMatchObject({ status: 'ended', invoices: [{ period: today() }] })
    const answer = await setStatus(id, 'active')
    expect([answer.status, answer.body.message]).toEqual([409, 'These recurring invoices have ended. Create new ones.'])
  })

  it('is not created while paused, or in an archived folder, and those periods are left out', async () => {
    const paused = await dueSince(daysAfter(today(), -40))
    await setStatus(paused, 'paused')
    const folder = await folderApart(testApp)
    const archived = await dueSince(today(), {}, pathOf(folder))
    await testApp.alice.patch(`/api/client-folders/${folder}`, { status: 'archived' })
    await run()
    expect((await read(paused)).invoices).toEqual([])
    expect(await read(archived, pathOf(folder))).toMatchObject({ invoices: [], status: 'active' })
    expect((await setStatus(archived, 'paused')).status).toBe(409)
    await setStatus(paused, 'active')
    expect((await read(paused)).nextOn >= today()).toBe(true)
    expect((await setStatus(paused, 'active')).status).toBe(409)
  })
})

describe('creating recurring invoices', () => {
  it.each([
    ['a month of none', { everyMonths: 0 }, 'everyMonths'],
    ['a day of none', { dayOfMonth: 32 }, 'dayOfMonth'],
    ['no line', { lineItems: [] }, 'lineItems'],
    ['no first day', { startsOn: '' }, 'startsOn'],
    ['a negative subtotal', { lineItems: [{ description: 'x', quantity: 1, rate: -5 }] }, 'lineItems'],
  ])('refuses %s', async (_what, part, at) => {
    const answer = await create(part)
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, at])
  })

  it('refuses a first day in the past, an end before the first invoice, and time lines', async () => {
    expect((await create({ startsOn: daysAfter(today(), -1) })).status).toBe(400)
    expect((await create({ endsOn: today(), dayOfMonth: Number(daysAfter(today(), 2).slice(8)) })).status).toBe(400)
    const line = { description: 'x', quantity: 1, rate: 1, timeLineId: unknownId }
    expect((await create({ lineItems: [line] })).status).toBe(400)
  })

  it('refuses staff, clients, and an outdated version', async () => {
    const { id } = (await create()).body
    for (const who of [testApp.ann, testApp.eve]) {
      expect((await who.get(acme())).status).toBe(404)
      expect((await who.post(acme(), planInput(testApp))).status).toBe(404)
      expect((await setStatus(id, 'paused', who)).status).toBe(404)
    }
    expect((await testApp.sam.post(acme(), planInput(testApp))).status).toBe(404)
    expect((await setStatus(id, 'paused', testApp.sam)).status).toBe(403)
    expect((await testApp.sue.get(acme())).status).toBe(404)
    await setStatus(id, 'paused')
    const stale = await testApp.alice.patch(
      `/api/invoice-plans/${id}/status`,
      { status: 'ended' },
      { 'if-match': '"1"' },
    )
    expect(stale.status).toBe(412)
  })
})
