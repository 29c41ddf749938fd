// Installments: what is not billed of a signed contract becomes drafts whose amounts add up to it, once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { equalParts } from '../../domain/installment.ts'
import type { InvoiceView } from '../../domain/invoice.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { createdContract, setContractStatus, signedContract } from '../../tests/contracts.ts'
import { invoiceInput, setInvoiceStatus } from '../../tests/invoices.ts'
import { type Answer, type Caller, createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'
import { verifyAll } from '../backup/verify.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const total = 450_000
const dueIn = (days: number) => daysAfter(officeDate(testApp.db.now), days)
const parts = (count: number, amount = total) =>
  equalParts(amount, count).map((each, at) => ({ amount: each, dueDate: dueIn(30 * (at + 1)) }))
const bill = ({ id }: { id: string }, installments: object[], who: Caller = testApp.alice) =>
  who.post(`/api/contracts/${id}/installments`, { installments })
const refusalOf = ({ status, body }: Answer) => [status, body.issues?.[0]?.message ?? body.message]
const chainOf = async ({ id }: { id: string }, who: Caller = testApp.alice) =>
  (await who.get(`/api/agreements/chain?contractId=${id}`)).body

describe('installments of a contract', () => {
  it('are drafts with due dates and equal amounts, except for the cents on the last, and bill the whole contract', async () => {
    const contract = await signedContract(testApp)
    const { status, body } = await bill(contract, parts(7))
    expect(status).toBe(201)
    const invoices = body.invoices as InvoiceView[]
    expect(invoices.map((each) => each.subtotal)).toEqual([...Array.from({ length: 6 }, () => 64_285), 64_290])
    expect(invoices.map((each) => each.dueDate)).toEqual(parts(7).map(({ dueDate }) => dueDate))
    expect(invoices.every((each) => each.status === 'draft' && each.contractId === contract.id)).toBe(true)
    expect(invoices[1]?.lineItems).toMatchObject([
      { description: `Installment 2 of 7: services under contract ${contract.contractNumber}`, rate: 64_285 },
    ])
    expect(new Set(invoices.map((each) => each.invoiceNumber)).size).toBe(7)
    expect(await chainOf(contract)).toMatchObject({ invoiceCount: 7, billed: total, remaining: 0, invoiced: 0 })
    const { broken } = await verifyAll(testApp.context, { quick: true, say: () => undefined })
    expect(broken).toEqual([])
  })

  it('bill only the unbilled amount, before sales tax', async () => {
    const contract = await signedContract(testApp)
    const line = { description: 'Kickoff', quantity: 1, rate: 50_000 }
    const first = await testApp.alice.post(
      '/api/invoices',
      invoiceInput(testApp, { contractId: contract.id, lineItems: [line] }),
    )
    expect(first.body.total).toBeGreaterThan(50_000)
    expect(refusalOf(await bill(contract, parts(2)))).toEqual([
      400,
      'The installments add up to $4,500.00, but $4,000.00 of this contract isn’t billed yet.',
    ])
    expect((await bill(contract, parts(2, 400_000))).status).toBe(201)
    expect(await chainOf(contract)).toMatchObject({ billed: total, remaining: 0 })
  })

  it('can be created again for the amount of a voided invoice', async () => {
    const contract = await signedContract(testApp)
    const { body } = await bill(contract, parts(3))
    for (const { id } of body.invoices.slice(1) as InvoiceView[])
      expect((await setInvoiceStatus(testApp.alice, id, 'void', { reason: 'Two parts instead' })).status).toBe(200)
    expect(await chainOf(contract)).toMatchObject({ billed: 150_000, remaining: 300_000 })
    expect((await bill(contract, parts(2, 300_000))).status).toBe(201)
  })

  it('are shown to the client only once they are sent', async () => {
    const contract = await signedContract(testApp)
    const [first] = (await bill(contract, parts(2))).body.invoices as InvoiceView[]
    expect(await chainOf(contract, testApp.ann)).toMatchObject({ invoiceCount: 0, billed: 0, remaining: total })
    expect((await setInvoiceStatus(testApp.alice, first?.id ?? '', 'sent')).status).toBe(200)
    expect(await chainOf(contract, testApp.ann)).toMatchObject({ invoiceCount: 1, billed: 225_000, remaining: 225_000 })
  })

  it('are created once when two administrators create them at the same time', async () => {
    const contract = await signedContract(testApp)
    const twin = (await testApp.twin()).caller(testApp.mona.cookie)
    const answers = await Promise.all([bill(contract, parts(2)), bill(contract, parts(3), twin)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect((await chainOf(contract)).billed).toBe(total)
  })
})

describe('installments are refused', () => {
  it('to everyone but administrators', async () => {
    const contract = await signedContract(testApp)
    const answers = await Promise.all(
      [testApp.sam, testApp.ann, testApp.eve, testApp.sue].map((who) => bill(contract, parts(2), who)),
    )
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 404, 404])
    expect((await bill({ id: unknownId }, parts(2))).status).toBe(404)
    expect((await chainOf(contract)).invoiceCount).toBe(0)
  })

  it('before the contract is signed, after it was terminated, and when everything is billed', async () => {
    const contract = await createdContract(testApp)
    expect(refusalOf(await bill(contract, parts(2)))).toEqual([409, 'This contract isn’t signed yet.'])
    const ended = await signedContract(testApp)
    expect((await setContractStatus(testApp.alice, ended, 'terminated', 'Moved away')).status).toBe(200)
    expect(refusalOf(await bill(ended, parts(2)))).toEqual([409, 'This contract has ended, so it can’t be billed.'])
    const billed = await signedContract(testApp)
    await bill(billed, parts(2))
    expect(refusalOf(await bill(billed, parts(2)))).toEqual([
      409,
      'This contract is fully billed. Void an invoice before you create new ones.',
    ])
  })

  it('for one part, thirteen parts, no amount, fractions of a cent, and amounts that don’t add up', async () => {
    const contract = await signedContract(testApp)
    const [first, second] = parts(2) as [object, object]
    const wrong: [object[], string][] = [
      [[{ amount: total, dueDate: dueIn(30) }], 'Enter 2 to 12 installments.'],
      [parts(13), 'Enter 2 to 12 installments.'],
      [[first, { ...second, amount: 0 }], 'An installment must be at least one cent.'],
      [[first, { ...second, amount: 0.5 }], 'Enter an amount in whole cents.'],
      [[first, { ...second, amount: null }], 'Enter an amount.'],
      [
        [first, { ...second, amount: 225_001 }],
        'The installments add up to $4,500.01, but $4,500.00 of this contract isn’t billed yet.',
      ],
      [[first, { ...second, dueDate: '2026-02-30' }], 'Enter the due date.'],
      [[second, { ...first, dueDate: dueIn(29) }], 'Enter a date on or after the previous due date.'],
    ]
    for (const [installments, sentence] of wrong)
      expect(refusalOf(await bill(contract, installments))).toEqual([400, sentence])
    expect((await bill(contract, [first, { ...second, paid: true }])).status).toBe(400)
    expect((await chainOf(contract)).billed).toBe(0)
  })

  it('in an archived folder', async () => {
    const contract = await signedContract(testApp)
    const folder = `/api/client-folders/${testApp.folders.acme.id}`
    expect((await testApp.alice.patch(folder, { status: 'archived' })).status).toBe(200)
    expect((await bill(contract, parts(2))).status).toBe(409)
    expect((await testApp.alice.patch(folder, { status: 'active' })).status).toBe(200)
    expect((await chainOf(contract)).invoiceCount).toBe(0)
  })
})
