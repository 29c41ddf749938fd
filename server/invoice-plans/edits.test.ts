// Edits of recurring invoices: what the next invoice is, what stays as it was, and what is refused.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { planInput } from '../../tests/architecture/rights-time.ts'
import { folderApart } from '../../tests/invoices.ts'
import { type Answer, type Caller, createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'
import { nextAfterEdit } from '../../domain/invoice-plan.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { createRecurringInvoices } from './jobs.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({}, { atHour: 10 })))
afterAll(() => testApp.close())
beforeEach(() => testApp.db.run(sql`update invoice_plans set status = 'ended'`))

interface Plan {
  id: string
  version: number
  nextOn: string
  invoices: { id: string; period: string }[]
}

const today = () => officeDate(testApp.db.now)
const dayOf = (date: string) => Number(date.slice(8))
const pathOf = (folder: string) => `/api/client-folders/${folder}/invoice-plans`
const planPath = (id: string, rest = '') => `/api/invoice-plans/${id}${rest}`

/** An active plan of $100.00 each month on the 1st. */
async function planned(more: object = {}, folder = testApp.folders.acme.id): Promise<Plan> {
  const { status, body, text } = await testApp.alice.post(pathOf(folder), planInput(testApp, more))
  expect(status, text).toBe(201)
  return body
}

const lineOf = (rate: number) => [{ description: 'HR on call', quantity: 1, rate }]
const changed = (more: object = {}) => ({
  description: 'HR on call',
  lineItems: lineOf(10_000),
  everyMonths: 1,
  dayOfMonth: 1,
  sends: false,
  ...more,
})
const edit = (id: string, more: object = {}, who: Caller = testApp.alice, headers = {}) =>
  who.put(planPath(id), changed(more), headers)
const read = async (id: string): Promise<Plan> => (await testApp.alice.get(planPath(id))).body
const run = () => createRecurringInvoices(testApp.db, testApp.context.config.provider)
const moveNext = (id: string, nextOn: string) =>
  testApp.db.run(sql`update invoice_plans set next_on = ${nextOn} where id = ${id}`)
const refusalOf = ({ status, body }: Answer) => [status, body.message]

describe('the next invoice after an edit', () => {
  it.each([
    ['is later in the same month', '2026-12-25', 28, '2026-12-28'],
    ['is on the last day of a shorter month', '2027-02-01', 31, '2027-02-28'],
    ['is today if the new day is today', '2026-12-25', 20, '2026-12-20'],
    ['is in the next month if the new day has passed', '2026-12-25', 10, '2027-01-10'],
    ['is the one that is due already', '2026-12-20', 10, '2026-12-20'],
    ['is the first one that was missed', '2026-11-01', 10, '2026-11-01'],
  ])('%s', (_what, nextOn, dayOfMonth, expected) => {
    expect(nextAfterEdit({ nextOn, startsOn: '2026-01-01' }, dayOfMonth, '2026-12-20')).toBe(expected)
  })

  it('is not before the first day', () => {
    expect(nextAfterEdit({ nextOn: '2027-01-15', startsOn: '2027-01-10' }, 5, '2026-12-20')).toBe('2027-02-05')
  })
})

describe('an edit of recurring invoices', () => {
  it('replaces lines, interval, day, end, terms, and sending, and is audited', async () => {
    const { id, version } = await planned()
    const more = { lineItems: lineOf(20_000), everyMonths: 5, dayOfMonth: 28, dueDays: 10, sends: true }
    const endsOn = daysAfter(today(), 400)
    const answer = await edit(id, { ...more, endsOn, description: null }, testApp.alice, { 'if-match': `"${version}"` })
    expect([answer.status, answer.body]).toMatchObject([
      200,
      {
        ...more,
        endsOn,
        description: null,
        subtotal: 20_000,
        version: version + 1,
        status: 'active',
        allowed: ['edit', 'pause', 'end'],
      },
    ])
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'invoice-plan.edited',
      entityId: id,
      details: { before: { subtotal: 10_000, everyMonths: 1 }, after: { subtotal: 20_000, everyMonths: 5 } },
    })
  })

  it('counts from the next invoice on, and changes no invoice that was created', async () => {
    const yesterday = daysAfter(today(), -1)
    const { id } = await planned({ dayOfMonth: dayOf(yesterday) })
    await moveNext(id, yesterday)
    await run()
    const [first] = (await read(id)).invoices
    const before = (await testApp.alice.get(`/api/invoices/${first?.id}`)).body
    const more = { dayOfMonth: dayOf(yesterday), lineItems: lineOf(25_000), dueDays: 15, sends: true }
    expect((await edit(id, more)).status).toBe(200)
    await moveNext(id, today())
    await run()
    const [second, ...earlier] = (await read(id)).invoices
    expect(earlier).toEqual([first])
    expect((await testApp.alice.get(`/api/invoices/${first?.id}`)).body).toEqual(before)
    expect((await testApp.alice.get(`/api/invoices/${second?.id}`)).body).toMatchObject({
      status: 'sent',
      subtotal: 25_000,
      dueDate: daysAfter(today(), 15),
    })
  })

  it('moves only invoices that are not due yet, and each period still has one invoice', async () => {
    const { id, nextOn } = await planned()
    const moved = (await edit(id, { dayOfMonth: 28 })).body as Plan
    expect(moved.nextOn).toBe(nextAfterEdit({ nextOn, startsOn: today() }, 28, today()))
    await moveNext(id, today())
    expect((await edit(id, { dayOfMonth: 15 })).body.nextOn).toBe(today())
    await Promise.all([run(), run()])
    const { invoices, nextOn: after } = await read(id)
    expect(invoices).toMatchObject([{ period: today() }])
    expect([after > today(), dayOf(after)]).toEqual([true, 15])
  })

  it('is possible during a pause, for example of a last day that has passed', async () => {
    const { id } = await planned()
    const setStatus = (status: string) => testApp.alice.patch(planPath(id, '/status'), { status })
    await setStatus('paused')
    await testApp.db.run(sql`
      update invoice_plans set starts_on = ${daysAfter(today(), -90)}, next_on = ${daysAfter(today(), -50)},
        ends_on = ${daysAfter(today(), -5)} where id = ${id}`)
    expect(refusalOf(await setStatus('active'))).toEqual([
      409,
      'No invoice is left before the last day. Edit the last day first, or end these recurring invoices.',
    ])
    expect((await edit(id, { endsOn: daysAfter(today(), 90) })).body).toMatchObject({
      status: 'paused',
      allowed: ['edit', 'resume', 'end'],
    })
    const resumed = await setStatus('active')
    expect([resumed.status, resumed.body.nextOn >= today()]).toEqual([200, true])
  })

  it('of one version succeeds once, also at the same moment', async () => {
    const { id, version } = await planned()
    const ifMatch = { 'if-match': `"${version}"` }
    const answers = await Promise.all(
      [11_000, 12_000].map((rate) => edit(id, { lineItems: lineOf(rate) }, testApp.alice, ifMatch)),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
    expect((await read(id)).version).toBe(version + 1)
    expect((await edit(id, {}, testApp.alice, ifMatch)).status).toBe(412)
  })
})

describe('an edit of recurring invoices is refused', () => {
  it('once they have ended, and in an archived folder', async () => {
    const { id } = await planned()
    await testApp.alice.patch(planPath(id, '/status'), { status: 'ended' })
    expect(refusalOf(await edit(id))).toEqual([409, 'These recurring invoices have ended. Create new ones.'])
    expect((await testApp.alice.get(planPath(id))).body.allowed).toEqual([])
    const folder = await folderApart(testApp)
    const archived = await planned({}, folder)
    await testApp.alice.patch(`/api/client-folders/${folder}`, { status: 'archived' })
    expect((await edit(archived.id)).status).toBe(409)
    expect((await testApp.alice.get(planPath(archived.id))).body.allowed).toEqual([])
  })

  it('to staff with 403, and to clients, other staff, and visitors', async () => {
    const { id, version } = await planned()
    expect((await edit(id, {}, testApp.sam)).status).toBe(403)
    for (const who of [testApp.ann, testApp.eve, testApp.sue]) expect((await edit(id, {}, who)).status).toBe(404)
    expect((await edit(id, {}, testApp.visitor)).status).toBe(401)
    expect((await edit(unknownId)).status).toBe(404)
    expect((await read(id)).version).toBe(version)
    expect((await testApp.sam.get(planPath(id))).body.allowed).toEqual([])
  })

  it.each([
    ['an interval of none', { everyMonths: 0 }, 'Enter a whole number of months from 1 to 24.'],
    ['a day that no month has', { dayOfMonth: 32 }, 'Enter a day from 1 to 31.'],
    ['no line', { lineItems: [] }, 'Add at least one line.'],
    ['more than a year until it is due', { dueDays: 366 }, 'Enter a number of days from 0 to 365.'],
    ['a part of a day', { dueDays: 1.5 }, 'Enter a number of days from 0 to 365.'],
    ['another first day', { startsOn: '2099-01-01' }, 'Unknown field: "startsOn".'],
    [
      'an end before the next invoice',
      { endsOn: '2000-01-01' },
      'The last day must be on or after the next invoice. To stop now, end them instead.',
    ],
    [
      'recorded time',
      { lineItems: [{ description: 'x', quantity: 1, rate: 1, timeLineId: unknownId }] },
      'Add recorded time in the client folder, under Time.',
    ],
  ])('with %s', async (_what, more, sentence) => {
    const { id, version } = await planned()
    expect(refusalOf(await edit(id, more))).toEqual([400, sentence])
    expect((await read(id)).version).toBe(version)
  })
})
