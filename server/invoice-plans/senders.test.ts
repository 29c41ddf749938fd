// In whose name recurring invoices are sent: not in that of the person who created or edited the plan, who may have left.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { planInput } from '../../tests/architecture/rights-time.ts'
import { folderApart } from '../../tests/invoices.ts'
import { newcomer } from '../../tests/newcomers.ts'
import { staffMember } from '../../tests/staff.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { officeDate } from '../../domain/time.ts'
import { createRecurringInvoices } from './jobs.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({}, { atHour: 10 })))
afterAll(() => testApp.close())
beforeEach(() => testApp.db.run(sql`update invoice_plans set status = 'ended'`))

const planPath = (id: string, rest = '') => `/api/invoice-plans/${id}${rest}`
const run = () => createRecurringInvoices(testApp.db, testApp.context.config.provider)

/** A plan that sends, and is due today. */
async function duePlan(clientFolderId: string, by: Caller, more: object = {}): Promise<string> {
  const path = `/api/client-folders/${clientFolderId}/invoice-plans`
  const { id } = (await by.post(path, planInput(testApp, { sends: true, ...more }))).body
  await testApp.db.run(sql`update invoice_plans set next_on = ${officeDate(testApp.db.now)} where id = ${id}`)
  return id
}

/** The only invoice of the plan, and the email about it. */
async function sentBy(id: string) {
  const before = (await testApp.mail()).length
  await run()
  const { invoices } = (await testApp.alice.get(planPath(id))).body
  expect(invoices).toHaveLength(1)
  const { status } = (await testApp.alice.get(`/api/invoices/${invoices[0].id}`)).body
  const emails = (await testApp.mail()).slice(before).filter(({ subject }) => subject.includes('sent you an invoice'))
  expect(emails).toHaveLength(1)
  return { status, text: emails[0]?.text ?? '' }
}

const folderOf = (staffId: string) => folderApart(testApp, { assignedStaffId: staffId })

describe('a recurring invoice is sent', () => {
  it('in the name of the folder’s lead, not of those who created and edited the plan', async () => {
    const creator = await newcomer(testApp, 'admin')
    const lead = await staffMember(testApp, 'Marlo')
    const id = await duePlan(await folderOf(lead.id), creator.caller)
    const {
      lineItems,
      description,
      everyMonths,
      dayOfMonth,
      dueDays = null,
    } = (await testApp.alice.get(planPath(id))).body
    const change = { lineItems, description, everyMonths, dayOfMonth, dueDays, sends: true }
    expect((await testApp.alice.put(planPath(id), change)).status).toBe(200)
    const { status, text } = await sentBy(id)
    expect(status).toBe('sent')
    expect(text).toContain('Marlo')
    expect(text).not.toMatch(/Noor|Alice/)
  })

  it.each(['deactivated', 'no longer an administrator'])(
    'although its creator was %s, and not in their name',
    async (what) => {
      const creator = await newcomer(testApp, 'admin')
      const lead = await staffMember(testApp, 'Marlo')
      const id = await duePlan(await folderOf(lead.id), creator.caller)
      if (what === 'deactivated') expect((await testApp.alice.delete(`/api/users/${creator.id}`)).status).toBe(200)
      else await testApp.db.run(sql`update users set role = 'staff' where id = ${creator.id}`)
      const { status, text } = await sentBy(id)
      expect(status).toBe('sent')
      expect(text).toContain('Marlo')
      expect(text).not.toContain('Noor')
    },
  )

  it('in the name of the firm if the lead was deactivated or doesn’t see invoices', async () => {
    const left = await staffMember(testApp, 'Marlo')
    const first = await duePlan(await folderOf(left.id), testApp.alice)
    expect((await testApp.alice.delete(`/api/users/${left.id}`)).status).toBe(200)
    const assistant = await staffMember(testApp, 'Quill', { staffAccess: 'assistant' })
    const sent = [await sentBy(first)]
    sent.push(await sentBy(await duePlan(await folderOf(assistant.id), testApp.alice)))
    const { name } = testApp.context.config.provider
    for (const { status, text } of sent) {
      expect(status).toBe('sent')
      expect(text).toContain(`${name} sent you an invoice`)
      expect(text).not.toMatch(/Marlo|Quill|Alice/)
    }
  })

  it('and is paid right away if its discount is all of it, although the lead is no administrator', async () => {
    const lead = await staffMember(testApp, 'Marlo')
    const lineItems = [
      { description: 'HR on call', quantity: 1, rate: 10_000 },
      { description: 'Included', quantity: 1, rate: -10_000 },
    ]
    const id = await duePlan(await folderOf(lead.id), testApp.alice, { lineItems })
    expect(await sentBy(id)).toMatchObject({ status: 'paid' })
  })
})

it('is drafted, not sent, if the plan says so, and notifies the lead', async () => {
  const creator = await newcomer(testApp, 'admin')
  const lead = await staffMember(testApp, 'Marlo')
  const id = await duePlan(await folderOf(lead.id), creator.caller, { sends: false })
  await testApp.alice.delete(`/api/users/${creator.id}`)
  await run()
  const { invoices } = (await testApp.alice.get(planPath(id))).body
  expect((await testApp.alice.get(`/api/invoices/${invoices[0].id}`)).body.status).toBe('draft')
  expect((await testApp.mail()).at(-1)).toMatchObject({
    subject: expect.stringContaining('recurring invoice was drafted'),
  })
})
