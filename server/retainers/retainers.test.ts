// Retainers: paid in by invoices of their own, applied to other invoices, and never overdrawn.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { draftedInvoice, folderApart, invoicePath, sentInvoice, setInvoiceStatus } from '../../tests/invoices.ts'
import { paidRetainer, retainerBill, retainerPath, sentRetainer } from '../../tests/retainers.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { type Answer, type Caller, createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'

let testApp: TestApp
/** A separate folder of Acme's client. */
let folder: string
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())
beforeEach(async () => {
  folder = await folderApart(testApp)
})

const path = (rest = '') => retainerPath(testApp, rest, folder)
const retainer = async (who: Caller = testApp.alice) => (await who.get(path())).body
const work = (rate = 10_000) =>
  sentInvoice(testApp, { clientFolderId: folder, lineItems: [{ description: 'Advice', quantity: 1, rate }] })
const apply = (invoiceId: string, amount: number, who: Caller = testApp.alice) =>
  who.post(path('/applications'), { invoiceId, amount })
const invoiceNow = async (id: string) => (await testApp.alice.get(invoicePath(id))).body
const entriesOf = async (id: string) => (await testApp.alice.get(invoicePath(id, '/payments'))).body
const setLowBalance = (lowBalance: number | null) => testApp.alice.put(path(), { lowBalance })
const refused = ({ status, body }: Answer) => [status, body.message]
const subjects = async () => (await testApp.mail()).map(({ to, subject }) => `${to}: ${subject}`)
const lowNotice = 'sam@example.com: ProHR portal: a client’s retainer is low'

describe('a retainer', () => {
  it('is billed by a draft without sales tax, which can’t be edited, and audited', async () => {
    expect(await retainer()).toMatchObject({ balance: 0, startedAt: null, version: 0, allowed: ['bill', 'edit'] })
    const { status, body } = await testApp.alice.post(path('/invoices'), retainerBill(testApp, 200_000))
    expect([status, body]).toMatchObject([
      201,
      {
        status: 'draft',
        isRetainer: true,
        subtotal: 200_000,
        tax: 0,
        total: 200_000,
        taxMode: 'off',
        allowed: ['download', 'send', 'void'],
      },
    ])
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'invoice.created',
      entityId: body.id,
      details: { isRetainer: true, total: 200_000 },
    })
    expect((await testApp.ann.get(invoicePath(body.id))).status).toBe(404)
    expect(refused(await testApp.alice.put(invoicePath(body.id), { description: 'More' }))).toEqual([
      409,
      'An invoice for a retainer can’t be edited. Void it and bill the retainer again.',
    ])
    await testApp.alice.patch(`/api/client-folders/${folder}`, { taxExempt: true })
    expect((await setInvoiceStatus(testApp.alice, body.id, 'sent')).status).toBe(200)
    expect(await retainer(testApp.ann)).toMatchObject({ balance: 0, startedAt: null })
  })

  it('has the payments on its invoices as its balance, which the client and the team see', async () => {
    const id = await sentRetainer(testApp, 200_000, folder)
    await testApp.alice.post(invoicePath(id, '/payments'), { amount: 50_000, method: 'check' })
    for (const who of [testApp.ann, testApp.sam, testApp.alice])
      expect(await retainer(who)).toMatchObject({ balance: 50_000, available: 50_000, paidIn: 50_000, applied: 0 })
    expect((await retainer(testApp.ann)).allowed).toEqual([])
    await setInvoiceStatus(testApp.alice, id, 'paid')
    expect(await retainer()).toMatchObject({ balance: 200_000, paidIn: 200_000, allowed: ['bill', 'apply', 'edit'] })
    expect((await testApp.ann.get(path('/entries'))).body).toMatchObject([
      { kind: 'payment', invoiceId: id, amount: 150_000, balance: 200_000 },
      { kind: 'payment', invoiceId: id, amount: 50_000, balance: 50_000 },
    ])
  })

  it('reduces what is due on an invoice, as an entry that moves no money', async () => {
    await paidRetainer(testApp, 15_000, folder)
    const id = await work()
    const partly = await apply(id, 5_000)
    expect([partly.status, partly.body]).toMatchObject([201, { balance: 10_000, applied: 5_000, paidIn: 15_000 }])
    expect(await invoiceNow(id)).toMatchObject({ status: 'sent', total: 10_575, amountPaid: 5_000, balance: 5_575 })
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'invoice.retainer-applied',
      entityId: id,
      details: { amount: 5_000 },
    })
    await apply(id, 5_575)
    expect(await invoiceNow(id)).toMatchObject({ status: 'paid', balance: 0 })
    const [entry] = await entriesOf(id)
    expect(entry).toMatchObject({ kind: 'retainer', method: 'retainer', amount: 5_575, allowed: ['reverse'] })
    expect((await testApp.ann.get(`/api/payments/${entry.id}/pdf`)).status).toBe(409)
    expect((await testApp.alice.post(`/api/payments/${entry.id}/refund`, { amount: 1, reason: 'No' })).status).toBe(409)
    expect((await testApp.ann.get(path('/entries'))).body).toMatchObject([
      { kind: 'retainer', amount: -5_575, balance: 4_425 },
      { kind: 'retainer', amount: -5_000, balance: 10_000 },
      { kind: 'payment', amount: 15_000, balance: 15_000 },
    ])
    expect((await testApp.mail()).at(-1)).toMatchObject({
      to: 'ann@example.com',
      subject: 'ProHR applied your retainer to an invoice',
    })
    const pdf = await testApp.app.inject({
      url: invoicePath(id, '/pdf'),
      headers: { cookie: testApp.ann.cookie ?? '' },
    })
    expect(await textOf(pdf.rawPayload)).toContain('Retainer applied')
  })

  it('gets back amounts that are reversed on an invoice', async () => {
    await paidRetainer(testApp, 15_000, folder)
    const id = await work()
    await apply(id, 10_575)
    const [entry] = await entriesOf(id)
    const reversal = await testApp.alice.post(`/api/payments/${entry.id}/reversal`, { reason: 'Wrong invoice' })
    expect(reversal.body).toMatchObject({ kind: 'reversal', method: 'retainer', amount: -10_575 })
    expect(await invoiceNow(id)).toMatchObject({ status: 'sent', balance: 10_575 })
    expect(await retainer()).toMatchObject({ balance: 15_000, applied: 0 })
  })

  it('is on the statement, and its payments count once as received', async () => {
    await paidRetainer(testApp, 20_000, folder)
    const id = await work()
    await apply(id, 4_000)
    const statement = (await testApp.ann.get(`/api/client-folders/${folder}/statement`)).body
    expect(statement).toMatchObject({
      balance: 6_575,
      retainerBalance: 16_000,
      paidInPeriod: 20_000,
      paymentsReceived: 1,
      invoices: [{ id, amountPaid: 4_000, balance: 6_575, isRetainer: false }],
    })
    const open = await sentRetainer(testApp, 3_000, folder)
    const after = (await testApp.ann.get(`/api/client-folders/${folder}/statement`)).body
    expect(after).toMatchObject({ balance: 9_575, retainerBalance: 16_000 })
    expect(after.invoices.find((each: { id: string }) => each.id === open)).toMatchObject({ isRetainer: true })
    const receivables = (await testApp.alice.get('/api/reports/receivables')).body
    const client = receivables.clients.find((each: { clientFolderId: string }) => each.clientFolderId === folder)
    expect(client).toMatchObject({ balance: 9_575, openInvoices: 2 })
  })

  it('notifies the consultant once when it reaches its limit, which the client never sees', async () => {
    await paidRetainer(testApp, 30_000, folder)
    expect((await setLowBalance(10_000)).body).toMatchObject({ lowBalance: 10_000, isLow: false })
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'retainer.changed',
      details: { before: { lowBalance: null }, after: { lowBalance: 10_000 } },
    })
    const count = async () => (await subjects()).filter((each) => each === lowNotice).length
    const before = await count()
    const id = await work(100_000)
    await apply(id, 19_999)
    expect(await count()).toBe(before)
    await apply(id, 1)
    expect(await count()).toBe(before + 1)
    await apply(id, 5_000)
    expect(await count()).toBe(before + 1)
    expect(await retainer()).toMatchObject({ isLow: true, lowBalance: 10_000 })
    expect(await retainer(testApp.ann)).toMatchObject({ isLow: false, lowBalance: null, balance: 5_000 })
    const email = (await testApp.mail()).findLast(({ to, subject }) => `${to}: ${subject}` === lowNotice)
    expect(email?.text).not.toMatch(/\$|100\.00|Apart/)
    expect((await setLowBalance(null)).body).toMatchObject({ lowBalance: null, isLow: false })
  })
})

describe('applying a retainer', () => {
  it.each([
    ['nothing', 0, 'An amount must be at least one cent.'],
    ['a negative amount', -1, 'An amount must be at least one cent.'],
    ['a fraction of a cent', 1.5, 'Enter an amount in whole cents.'],
    ['an amount in words', '5', 'Enter an amount in whole cents.'],
  ])('refuses %s', async (_what, amount, sentence) => {
    await paidRetainer(testApp, 1_000, folder)
    expect(refused(await apply(await work(), amount as number))).toEqual([400, sentence])
    expect(await retainer()).toMatchObject({ balance: 1_000 })
  })

  it('refuses more than the retainer’s balance, and more than the balance due', async () => {
    await paidRetainer(testApp, 20_000, folder)
    const [first, second] = [await work(), await work()]
    expect(refused(await apply(first, 10_576))).toEqual([409, 'This is more than the balance due of $105.75.'])
    await apply(first, 10_575)
    expect(refused(await apply(second, 10_575))).toEqual([409, 'This is more than the $94.25 left in the retainer.'])
    expect(refused(await apply(first, 1))).toEqual([409, 'This is more than the balance due of $0.00.'])
    expect(await retainer()).toMatchObject({ balance: 9_425 })
  })

  it('refuses a draft, a void invoice, an invoice for a retainer, and one of another folder', async () => {
    await paidRetainer(testApp, 20_000, folder)
    const draft = await draftedInvoice(testApp, { clientFolderId: folder })
    expect((await apply(draft, 100)).status).toBe(409)
    await setInvoiceStatus(testApp.alice, draft, 'void')
    expect((await apply(draft, 100)).status).toBe(409)
    expect(refused(await apply(await sentRetainer(testApp, 500, folder), 100))).toEqual([
      409,
      'This invoice is for the retainer. Choose another invoice.',
    ])
    const others = await sentInvoice(testApp, { clientFolderId: testApp.folders.elmwood.id })
    for (const id of [others, await sentInvoice(testApp), unknownId])
      expect(refused(await apply(id, 100))).toEqual([400, 'Choose an invoice of this client folder.'])
    expect(await retainer()).toMatchObject({ balance: 20_000 })
  })

  it('refuses a folder without a retainer, unknown fields, and an archived folder', async () => {
    const id = await work()
    expect(refused(await apply(id, 100))).toEqual([409, 'This is more than the $0.00 left in the retainer.'])
    expect(await retainer()).toMatchObject({ startedAt: null })
    await paidRetainer(testApp, 20_000, folder)
    const body = { invoiceId: id, amount: 100, method: 'check' }
    expect((await testApp.alice.post(path('/applications'), body)).status).toBe(400)
    await testApp.alice.patch(`/api/client-folders/${folder}`, { status: 'archived' })
    expect((await apply(id, 100)).status).toBe(409)
    expect((await setLowBalance(5)).status).toBe(409)
    expect((await testApp.alice.post(path('/invoices'), retainerBill(testApp, 5))).status).toBe(409)
    expect((await retainer()).allowed).toEqual([])
  })

  it('refuses everyone but administrators; another company sees nothing', async () => {
    folder = testApp.folders.acme.id
    await paidRetainer(testApp, 20_000)
    const id = await sentInvoice(testApp)
    const calls = (who: Caller) => [
      apply(id, 100, who),
      who.post(path('/invoices'), retainerBill(testApp, 100)),
      who.put(path(), { lowBalance: 1 }),
    ]
    for (const who of [testApp.ann, testApp.sam])
      for (const answer of await Promise.all(calls(who)))
        expect(refused(answer)).toEqual([403, 'Only administrators can bill and apply retainers.'])
    for (const who of [testApp.eve, testApp.sue])
      for (const answer of await Promise.all([...calls(who), who.get(path()), who.get(path('/entries'))]))
        expect(answer.status).toBe(404)
    expect((await testApp.visitor.get(path())).status).toBe(401)
    expect(await retainer()).toMatchObject({ balance: 20_000, lowBalance: null })
  })

  it('refuses a change of the limit that is based on an outdated version', async () => {
    await paidRetainer(testApp, 20_000, folder)
    const { version } = await retainer()
    const tag = { 'if-match': `"${version}"` }
    expect((await testApp.alice.put(path(), { lowBalance: 5 }, tag)).status).toBe(200)
    expect((await testApp.mona.put(path(), { lowBalance: 6 }, tag)).status).toBe(412)
    expect((await testApp.alice.put(path(), { lowBalance: -1 })).status).toBe(400)
    expect(await retainer()).toMatchObject({ lowBalance: 5 })
  })
})

describe('concurrent applications', () => {
  it('never overdraw the retainer, on two instances', async () => {
    const other = (await testApp.twin()).caller(testApp.mona.cookie)
    for (let round = 0; round < 6; round++) {
      folder = await folderApart(testApp)
      await paidRetainer(testApp, 10_000, folder)
      const invoices = [await work(), await work(), await work()]
      const answers = await Promise.all(
        invoices.map((id, index) => apply(id, 4_000, (index + round) % 2 === 0 ? testApp.alice : other)),
      )
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409])
      expect(await retainer()).toMatchObject({ balance: 2_000, applied: 8_000 })
    }
  })

  it('never overdraw the retainer, ten at the same time on ten invoices', async () => {
    const other = (await testApp.twin()).caller(testApp.mona.cookie)
    await paidRetainer(testApp, 10_000, folder)
    const invoices: string[] = []
    for (let made = 0; made < 10; made++) invoices.push(await work())
    const answers = await Promise.all(
      invoices.map((id, index) => apply(id, 1_500, index % 2 === 0 ? testApp.alice : other)),
    )
    const applied = answers.filter(({ status }) => status === 201)
    expect(applied).toHaveLength(6)
    expect(new Set(applied.map(({ body }) => body.balance as number)).size).toBe(6)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4)
    expect(await retainer()).toMatchObject({ balance: 1_000, applied: 9_000, paidIn: 10_000 })
    const paid = await Promise.all(invoices.map(async (id) => (await invoiceNow(id)).amountPaid as number))
    expect(paid.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, ...Array.from({ length: 6 }, () => 1_500)])
  })

  it('and a refund of the rest at the same time never overdraw the retainer', async () => {
    const other = (await testApp.twin()).caller(testApp.mona.cookie)
    for (let round = 0; round < 6; round++) {
      folder = await folderApart(testApp)
      const bill = await paidRetainer(testApp, 10_000, folder)
      const [payment] = await entriesOf(bill)
      const invoice = await work()
      const refund = () => other.post(`/api/payments/${payment.id}/refund`, { amount: 10_000, reason: 'End of work' })
      const answers = await Promise.all([apply(invoice, 4_000), refund()])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
      const { balance, applied, refunded } = await retainer()
      expect([balance, applied, refunded]).toEqual(answers[0].status === 201 ? [6_000, 4_000, 0] : [0, 0, 10_000])
    }
    expect(await testApp.db.rows(sql`select from retainers where balance < 0`)).toEqual([])
  })
})
