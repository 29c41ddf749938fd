import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AgreementChain } from '../../domain/agreement-chain.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { approvedProposal, contractInput, proposalIn, signContract } from '../../tests/contracts.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
let proposalId: string
let contract: { id: string; contractNumber: string; totalValue: number }
beforeAll(async () => {
  testApp = await createTestApp({ LOG_LEVEL: 'error' })
  proposalId = await approvedProposal(testApp)
  contract = (await testApp.alice.post(`/api/proposals/${proposalId}/contract`, {})).body
  await signContract(testApp, contract.id)
})
afterAll(() => testApp.close())

const chainOf = (who: Caller, query: string) => who.get(`/api/agreements/chain?${query}`)
const chain = async (who: Caller, query: string): Promise<AgreementChain> => {
  const { status, body } = await chainOf(who, query)
  expect(status).toBe(200)
  return body
}

async function invoice(contractId: string | null, rate: number, sends = true) {
  const { body } = await testApp.alice.post('/api/invoices', {
    clientFolderId: testApp.folders.acme.id,
    ...(contractId === null ? {} : { contractId }),
    lineItems: [{ description: 'Consulting', quantity: 1, rate }],
    dueDate: daysAfter(officeDate(testApp.db.now), 30),
  })
  if (sends) await testApp.alice.patch(`/api/invoices/${body.id}/status`, { status: 'sent' })
  return body as { id: string; invoiceNumber: string; total: number }
}

describe('the chain of a proposal', () => {
  it('is the same from its proposal, its contract, and each of its invoices', async () => {
    const [first, second] = [await invoice(contract.id, 40_000), await invoice(contract.id, 60_000)]
    await testApp.alice.post(`/api/invoices/${first.id}/payments`, { amount: first.total })
    await testApp.alice.post(`/api/invoices/${second.id}/payments`, { amount: 1000 })
    const found = await chain(testApp.alice, `proposalId=${proposalId}`)
    expect(found).toMatchObject({
      proposal: { id: proposalId, status: 'approved' },
      contract: { id: contract.id, number: contract.contractNumber, status: 'active', amount: contract.totalValue },
      invoiceCount: 2,
      invoiced: first.total + second.total,
      paid: first.total + 1000,
      outstanding: second.total - 1000,
    })
    expect(found.invoices.map(({ id, status }) => [id, status])).toEqual([
      [first.id, 'paid'],
      [second.id, 'sent'],
    ])
    for (const query of [`contractId=${contract.id}`, `invoiceId=${first.id}`, `invoiceId=${second.id}`])
      expect(await chain(testApp.alice, query)).toEqual(found)
    expect(await chain(testApp.ann, `contractId=${contract.id}`)).toEqual(found)
  })

  it('says who can respond to the proposal and sign the contract now', async () => {
    const sent = await proposalIn(testApp, 'sent')
    const seen = async (who: Caller) => (await chain(who, `proposalId=${sent}`)).proposal?.needsResponse
    expect([await seen(testApp.ann), await seen(testApp.alice), await seen(testApp.sam)]).toEqual([true, false, false])
    const { id } = (await testApp.alice.post('/api/contracts', contractInput(testApp))).body
    const signs = async (who: Caller) => (await chain(who, `contractId=${id}`)).contract?.needsSignature
    expect([await signs(testApp.ann), await signs(testApp.alice)]).toEqual([true, false])
    await signContract(testApp, id)
    expect(await signs(testApp.ann)).toBe(false)
  })

  it('leaves drafts and void invoices out of the sums, and drafts out of the client’s view', async () => {
    const before = await chain(testApp.alice, `contractId=${contract.id}`)
    await invoice(contract.id, 5000, false)
    const gone = await invoice(contract.id, 7000)
    await testApp.alice.patch(`/api/invoices/${gone.id}/status`, { status: 'void', reason: 'Wrong rate' })
    const after = await chain(testApp.alice, `contractId=${contract.id}`)
    expect(after).toMatchObject({ invoiced: before.invoiced, paid: before.paid, outstanding: before.outstanding })
    expect(after.invoiceCount).toBe(before.invoiceCount + 2)
    const theirs = await chain(testApp.ann, `contractId=${contract.id}`)
    expect(theirs.invoices.map(({ status }) => status)).not.toContain('draft')
    expect(theirs.invoiceCount).toBe(after.invoiceCount - 1)
  })

  it('is one item for a contract without a proposal and for an invoice without a contract', async () => {
    const alone = (await testApp.alice.post('/api/contracts', contractInput(testApp))).body
    expect(await chain(testApp.alice, `contractId=${alone.id}`)).toMatchObject({ proposal: null, invoices: [] })
    const { id } = await invoice(null, 1000)
    expect(await chain(testApp.alice, `invoiceId=${id}`)).toMatchObject({
      proposal: null,
      contract: null,
      invoices: [{ id }],
      invoiceCount: 1,
    })
  })

  it('shows the contract that replaced a canceled one', async () => {
    const id = await approvedProposal(testApp)
    const first = (await testApp.alice.post(`/api/proposals/${id}/contract`, {})).body
    await testApp.alice.patch(`/api/contracts/${first.id}/status`, { status: 'cancelled', reason: 'Wrong dates' })
    expect((await chain(testApp.alice, `proposalId=${id}`)).contract).toMatchObject({ status: 'cancelled' })
    const second = (await testApp.alice.post(`/api/proposals/${id}/contract`, {})).body
    expect((await chain(testApp.alice, `proposalId=${id}`)).contract?.id).toBe(second.id)
  })

  it('is hidden from another client, other staff members, and visitors', async () => {
    for (const query of [`proposalId=${proposalId}`, `contractId=${contract.id}`]) {
      expect((await chainOf(testApp.eve, query)).status).toBe(404)
      expect((await chainOf(testApp.sue, query)).status).toBe(404)
      expect((await chainOf(testApp.visitor, query)).status).toBe(401)
    }
    const { id } = await invoice(contract.id, 5000, false)
    expect((await chainOf(testApp.ann, `invoiceId=${id}`)).status).toBe(404)
  })

  it.each([
    '',
    'proposalId=x',
    `proposalId=01890000-0000-7000-8000-0000000000ff&contractId=01890000-0000-7000-8000-0000000000fe`,
  ])('refuses %j', async (query) => expect((await chainOf(testApp.alice, query)).status).toBe(400))
})

describe('the preview of a contract', () => {
  const preview = (who: Caller, id: string, query = '') => who.get(`/api/proposals/${id}/contract/preview${query}`)

  it('is a PDF, and creates nothing', async () => {
    const id = await approvedProposal(testApp)
    const count = async () => (await testApp.alice.get('/api/contracts?limit=200')).body.length
    const before = await count()
    const answer = await preview(testApp.alice, id, '?startDate=2027-01-01&endDate=2027-12-31')
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(await count()).toBe(before)
    expect((await testApp.alice.post(`/api/proposals/${id}/contract`, {})).status).toBe(201)
    expect((await preview(testApp.alice, id)).status).toBe(409)
  })

  it('is refused for anyone but administrators, for an unapproved proposal, and for dates in the wrong order', async () => {
    const id = await approvedProposal(testApp)
    expect((await preview(testApp.sam, id)).status).toBe(403)
    expect((await preview(testApp.ann, id)).status).toBe(403)
    expect((await preview(testApp.eve, id)).status).toBe(404)
    expect((await preview(testApp.visitor, id)).status).toBe(401)
    expect((await preview(testApp.alice, id, '?startDate=2027-02-01&endDate=2027-01-01')).status).toBe(400)
    expect((await preview(testApp.alice, id, '?startDate=tomorrow')).status).toBe(400)
  })
})
