// Optional services: offered apart from the total, chosen by the client with the approval, and then fixed.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  draftedProposal,
  proposalEmails,
  proposalInput,
  proposalLine,
  proposalsPath,
  sentProposal,
  setProposalStatus,
  statusesOf,
} from '../../tests/proposals.ts'
import { type Caller, createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

/** $251.00, with $150.50 for training and $99.99 for an audit if the client wants them. */
const services = [
  proposalLine,
  { customName: 'Training', estimatedHours: 1, hourlyRate: 15_050, isOptional: true },
  { customName: 'Audit', estimatedHours: 0.99, hourlyRate: 10_100, isOptional: true },
]

const approve = (who: Caller, url: string, chosenOptionIds?: unknown) =>
  who.patch(`${url}/status`, { status: 'approved', ...(chosenOptionIds === undefined ? {} : { chosenOptionIds }) })

async function optionsOf(who: Caller, url: string): Promise<[training: string, audit: string]> {
  const { body } = await who.get(url)
  const [first, training, audit] = body.services.map(({ optionId }: { optionId?: string }) => optionId)
  expect(first).toBeUndefined()
  return [training, audit]
}

describe('a proposal with optional services', () => {
  it('is priced without them, and refuses a total that includes them', async () => {
    const answer = await testApp.sam.post(proposalsPath, proposalInput(testApp, { services, totalCost: 25_100 }))
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body).toMatchObject({ totalCost: 25_100, chosenOptionIds: null })
    expect(answer.body.services.map(({ totalCost }: { totalCost: number }) => totalCost)).toEqual([
      25_100, 15_050, 9_999,
    ])
    const wrong = await testApp.sam.post(proposalsPath, proposalInput(testApp, { services, totalCost: 50_149 }))
    expect([wrong.status, wrong.body.issues[0].path]).toEqual([400, 'totalCost'])
  })

  it.each([
    ['only optional services', services.slice(1), 'services'],
    ['a service that is perhaps optional', [{ ...proposalLine, isOptional: 'yes' }], 'services.0.isOptional'],
    ['an id of its own', [{ ...proposalLine, optionId: unknownId }], 'services.0'],
  ])('is refused with %s', async (_what, lines, path) => {
    const answer = await testApp.sam.post(proposalsPath, proposalInput(testApp, { services: lines }))
    expect([answer.status, answer.body.issues[0]?.path], answer.text).toEqual([400, path])
  })

  it('is approved with a choice, which sets its total, its email, and the contract made from it', async () => {
    const url = await sentProposal(testApp, { services })
    const [training] = await optionsOf(testApp.ann, url)
    const before = (await proposalEmails(testApp)).length
    const { status, body, text } = await approve(testApp.ann, url, [training])
    expect(status, text).toBe(200)
    expect(body).toMatchObject({ status: 'approved', totalCost: 40_150, chosenOptionIds: [training] })
    expect((await proposalEmails(testApp)).slice(before).map(({ to }) => to)).toEqual(['sam@example.com'])
    const { body: notifications } = await testApp.sam.get('/api/notifications')
    expect(JSON.stringify(notifications)).toContain('Proposal approved: Handbook project, $401.50')
    const entry = (await testApp.auditLog()).findLast(({ action }) => action === 'proposal.approved')
    expect(entry?.details).toMatchObject({ before: 'sent', after: 'approved', chosenOptionIds: [training] })

    const again = await approve(testApp.ann, url, [])
    expect([again.status, again.body.message]).toEqual([409, 'An approved proposal can’t be changed.'])
    const contract = await testApp.alice.post(`${url}/contract`, {})
    expect(contract.status, contract.text).toBe(201)
    expect(contract.body.totalValue).toBe(40_150)
    expect(contract.body.services.map(({ customName }: { customName: string }) => customName)).toEqual([
      'Handbook review',
      'Training',
    ])
    expect(JSON.stringify(contract.body.services)).not.toContain('optionId')
    expect((await testApp.alice.get(url)).body).toMatchObject({ totalCost: 40_150, chosenOptionIds: [training] })
  })

  it.each([
    ['without a choice', undefined],
    ['with an empty choice', []],
  ])('is approved %s: none of them count', async (_how, choice) => {
    const url = await sentProposal(testApp, { services })
    expect((await approve(testApp.ann, url, choice)).body).toMatchObject({ totalCost: 25_100, chosenOptionIds: [] })
    const { body } = await testApp.alice.post(`${url}/contract`, {})
    expect([body.totalValue, body.services.length]).toEqual([25_100, 1])
  })

  it('is not approved with forged, foreign, repeated, or malformed ids', async () => {
    const url = await sentProposal(testApp, { services })
    const other = await sentProposal(testApp, { services })
    const [training] = await optionsOf(testApp.ann, url)
    const [foreign] = await optionsOf(testApp.ann, other)
    for (const [choice, path] of [
      [[unknownId], 'chosenOptionIds.0'],
      [[training, foreign], 'chosenOptionIds.1'],
      [[training, training], 'chosenOptionIds.1'],
      [['0'], 'chosenOptionIds.0'],
      [[null], 'chosenOptionIds.0'],
      [training, 'chosenOptionIds'],
      [{}, 'chosenOptionIds'],
      [Array.from({ length: 501 }, () => training), 'chosenOptionIds'],
    ] as const) {
      const { status, body } = await approve(testApp.ann, url, choice)
      expect([status, body.issues[0]?.path], JSON.stringify(choice)).toEqual([400, path])
      expect(body.message).toMatch(/^[A-Z].*\.$/)
    }
    expect((await testApp.ann.get(url)).body).toMatchObject({
      status: 'sent',
      totalCost: 25_100,
      chosenOptionIds: null,
    })
  })

  it('takes a choice only with an approval, and only from the client', async () => {
    const url = await sentProposal(testApp, { services })
    const [training] = await optionsOf(testApp.ann, url)
    for (const [who, status] of [
      [testApp.ann, 'rejected'],
      [testApp.sam, 'withdrawn'],
    ] as const) {
      const { status: answered, body } = await who.patch(`${url}/status`, { status, chosenOptionIds: [training] })
      expect([answered, body.issues[0]?.path]).toEqual([400, 'chosenOptionIds'])
    }
    expect((await approve(testApp.sam, url, [training])).status).toBe(403)
    expect((await approve(testApp.alice, url, [training])).status).toBe(403)
    expect((await approve(testApp.eve, url, [training])).status).toBe(404)
    expect((await approve(testApp.visitor, url, [training])).status).toBe(401)
    await setProposalStatus(testApp.sam, url, 'withdrawn')
    expect((await approve(testApp.ann, url, [training])).status).toBe(409)
  })

  it('is approved once when two choices race, and keeps the one that succeeded', async () => {
    const elsewhere = (await testApp.twin()).caller(testApp.ann.cookie)
    for (let round = 0; round < 6; round++) {
      const url = await sentProposal(testApp, { services })
      const [training, audit] = await optionsOf(testApp.ann, url)
      const answers = await Promise.all([approve(testApp.ann, url, [training]), approve(elsewhere, url, [audit])])
      expect(statusesOf(answers)).toEqual([200, 409])
      expect((await testApp.ann.get(url)).body).toMatchObject(
        answers[0].status === 200
          ? { totalCost: 40_150, chosenOptionIds: [training] }
          : { totalCost: 35_099, chosenOptionIds: [audit] },
      )
    }
  })

  it('is revised with its optional services and without a choice', async () => {
    const url = await sentProposal(testApp, { services })
    const { body } = await testApp.sam.post(`${url}/revision`)
    expect(body).toMatchObject({ totalCost: 25_100, chosenOptionIds: null })
    const revision = `${proposalsPath}/${body.id}`
    await setProposalStatus(testApp.sam, revision, 'sent')
    const [, audit] = await optionsOf(testApp.ann, revision)
    expect((await approve(testApp.ann, revision, [audit])).body.totalCost).toBe(35_099)
  })

  it('can be edited while it is a draft: a service becomes optional, and another one no longer is', async () => {
    const url = await draftedProposal(testApp, { services })
    const [first, training] = services
    const changed = [
      { ...first, isOptional: true },
      { ...training, isOptional: false },
    ]
    const { body } = await testApp.sam.put(url, proposalInput(testApp, { services: changed }))
    expect(body.totalCost).toBe(15_050)
    expect(body.services.map(({ optionId }: { optionId?: string }) => optionId !== undefined)).toEqual([true, false])
  })

  it('has a PDF before and after the choice', async () => {
    const url = await sentProposal(testApp, { services })
    expect((await testApp.ann.get(`${url}/pdf`)).status).toBe(200)
    await approve(testApp.ann, url, [])
    expect((await testApp.ann.get(`${url}/pdf`)).status).toBe(200)
  })
})

it('stores no choice for a proposal that is not approved', async () => {
  const url = await sentProposal(testApp, { services })
  const id = url.split('/').at(-1)
  await expect(testApp.db.run(sql`update proposals set chosen_option_ids = '[]' where id = ${id}`)).rejects.toThrow(
    'proposal_options_are_chosen_with_approval',
  )
})
