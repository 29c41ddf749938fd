import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultTerms } from '../../domain/contract-terms.ts'
import {
  contractInput,
  proposalIn,
  proposalLines,
  proposalTotal,
  signContract,
  contractPath,
  createdContract,
  setContractStatus,
  signedContract,
} from '../../tests/contracts.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const emailsTo = async (name: string) =>
  (await testApp.mail()).filter(({ to }) => to === `${name}@example.com`).map(({ subject }) => subject)
const lastLine = async () => (await testApp.auditLog()).at(-1)

describe('editing a contract', () => {
  it('changes the given fields, leaves the others, and notifies the client to read it again', async () => {
    const contract = await createdContract(testApp, { services: [{ name: 'Handbook', total: 450_000 }] })
    const { body, status, text } = await testApp.alice.put(
      contractPath(contract),
      { terms: 'Other terms', clientPhone: '555' },
      { 'if-match': '"1"' },
    )
    expect(status, text).toBe(200)
    expect(body).toMatchObject({
      terms: 'Other terms',
      clientPhone: '555',
      clientName: 'Ann Keller',
      version: 2,
      textVersion: 2,
    })
    expect(body.services).toEqual(contract.services)
    expect(await emailsTo('ann')).toContain('ProHR updated your contract: review before signing')
    expect((await lastLine())?.details).toEqual({ fields: ['clientPhone', 'terms'] })
    expect((await testApp.alice.put(contractPath(contract), { terms: 'x' }, { 'if-match': '"1"' })).status).toBe(412)
  })

  it('recalculates totals, and can replace or remove its proposal', async () => {
    const contract = await createdContract(testApp, { services: [{ name: 'Handbook', total: 450_000 }] })
    const put = (body: unknown) => testApp.alice.put(contractPath(contract), body)
    expect((await put({ services: [{ name: 'A', total: 100 }] })).body.totalValue).toBe(100)
    expect((await put({ totalValue: 99 })).status).toBe(400)
    const proposalId = await proposalIn(testApp, 'draft')
    expect((await put({ proposalId })).body).toMatchObject({
      proposalId,
      totalValue: proposalTotal,
      services: proposalLines,
    })
    expect((await put({ proposalId: null })).body).toMatchObject({ proposalId: null, services: proposalLines })
    expect(
      (await put({ ...contractInput(testApp), contractNumber: contract.contractNumber, totalValue: proposalTotal }))
        .status,
    ).toBe(200)
  })

  it.each([
    ['another folder', 'clientFolderId', (w: TestApp) => ({ clientFolderId: w.folders.elmwood.id })],
    ['another number', 'contractNumber', () => ({ contractNumber: 'PROHR-202501-777' })],
    ['no name', 'clientName', () => ({ clientName: ' ' })],
    ['no terms', 'terms', () => ({ terms: '' })],
    ['an end before its start', 'endDate', () => ({ endDate: '2026-01-01' })],
  ])('refuses %s', async (_what, path, body) => {
    const contract = await createdContract(testApp)
    const answer = await testApp.alice.put(contractPath(contract), body(testApp))
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, path])
    expect((await testApp.alice.get(contractPath(contract))).body.version).toBe(1)
  })

  it('is limited to administrators and drafts', async () => {
    const contract = await createdContract(testApp)
    for (const [caller, status] of [
      [testApp.sam, 403],
      [testApp.ann, 403],
      [testApp.sue, 404],
      [testApp.eve, 404],
    ] as const)
      expect((await caller.put(contractPath(contract), { terms: 'x' })).status).toBe(status)
    for (const end of [null, 'completed', 'terminated'] as const) {
      const done = await signedContract(testApp)
      if (end !== null) await setContractStatus(testApp.alice, done, end)
      const answer = await testApp.alice.put(contractPath(done), { terms: 'x' })
      expect([answer.status, answer.body.message]).toEqual([
        409,
        'A contract can be edited only while it’s waiting for a signature.',
      ])
      expect((await testApp.alice.get(contractPath(done))).body.terms).toBe(defaultTerms)
    }
  })
})

describe('changing the status of a contract', () => {
  it('notifies the client when it is cancelled, who has nothing left to sign', async () => {
    const contract = await createdContract(testApp)
    const { body } = await setContractStatus(testApp.alice, contract, 'cancelled', 'Another one takes its place.')
    expect(body).toMatchObject({ status: 'cancelled', reason: 'Another one takes its place.', allowed: ['download'] })
    expect(await emailsTo('ann')).toContain('ProHR canceled a contract')
    expect((await setContractStatus(testApp.alice, contract, 'cancelled')).status).toBe(409)
    expect((await setContractStatus(testApp.ann, contract, 'declined', 'Late')).status).toBe(409)
    expect((await testApp.ann.get(contractPath(contract))).body.allowed).toEqual(['download'])
  })

  it('lets the client decline with a reason, and notifies the team', async () => {
    const contract = await createdContract(testApp)
    const without = await setContractStatus(testApp.ann, contract, 'declined')
    expect([without.status, without.body.issues]).toEqual([
      400,
      [{ path: 'reason', message: 'Enter the reason for declining.' }],
    ])
    for (const [caller, status] of [
      [testApp.alice, 403],
      [testApp.sam, 403],
      [testApp.sue, 404],
      [testApp.eve, 404],
    ] as const)
      expect((await setContractStatus(caller, contract, 'declined', 'No')).status).toBe(status)
    const { body } = await setContractStatus(testApp.ann, contract, 'declined', 'Too expensive for us.')
    expect(body).toMatchObject({ status: 'declined', reason: 'Too expensive for us.' })
    expect(await emailsTo('sam')).toContain('ProHR portal: a client declined a contract')
    expect(await emailsTo('alice')).toContain('ProHR portal: a client declined a contract')
    expect((await testApp.mail()).every(({ text }) => !text.includes('Too expensive'))).toBe(true)
    expect(JSON.stringify(await testApp.auditLog())).not.toContain('Too expensive')
    expect(
      (await testApp.sam.get(contractPath(contract))).body.history.map(({ action }: { action: string }) => action),
    ).toEqual(['contract.created', 'contract.declined'])
  })

  it('notifies the creator only while they may see the contract', async () => {
    const given = { firstName: 'Max', lastName: 'Lane', email: 'max@example.com', role: 'admin' }
    const { id } = (await testApp.alice.post('/api/users', given)).body
    const max = await testApp.signIn(id, 'admin')
    const [declined, signed] = [0, 1].map(async () => (await max.post('/api/contracts', contractInput(testApp))).body)
    const [one, other] = [await declined, await signed]
    const demoted = await testApp.alice.put(`/api/users/${id}`, { ...given, role: 'staff', phone: null, company: null })
    expect([demoted.status, demoted.text]).toEqual([200, expect.any(String)])
    const before = (await testApp.mail()).length
    expect((await setContractStatus(testApp.ann, one, 'declined', 'No')).status).toBe(200)
    expect((await signContract(testApp, other.id)).status).toBe(201)
    const told = (await testApp.mail()).slice(before).map(({ to }) => to)
    expect(told).toContain('sam@example.com')
    expect(told).not.toContain('max@example.com')
  })

  it('requires a signature before it is completed or terminated', async () => {
    for (const [status, subject, allowed] of [
      ['completed', 'Your contract with ProHR is complete', ['download', 'create-invoice', 'renew']],
      ['terminated', 'Your contract with ProHR was terminated', ['download']],
    ] as const) {
      const contract = await signedContract(testApp)
      expect((await setContractStatus(testApp.sam, contract, status)).status).toBe(403)
      expect((await setContractStatus(testApp.ann, contract, status)).status).toBe(403)
      expect((await setContractStatus(testApp.alice, contract, 'cancelled')).status).toBe(409)
      expect((await setContractStatus(testApp.alice, contract, status)).body).toMatchObject({ status, allowed })
      expect(await emailsTo('ann')).toContain(subject)
    }
  })

  it('refuses to activate it, because only a signature does', async () => {
    const contract = await createdContract(testApp)
    expect((await setContractStatus(testApp.ann, contract, 'active')).status).toBe(409)
    expect((await setContractStatus(testApp.alice, contract, 'active')).status).toBe(403)
    expect((await setContractStatus(testApp.alice, contract, 'completed')).body.message).toBe(
      'A contract that’s waiting for a signature can be signed, declined, or canceled.',
    )
    expect((await setContractStatus(testApp.alice, contract, 'lost')).status).toBe(400)
    expect((await testApp.alice.get(contractPath(contract))).body).toMatchObject({ status: 'draft', version: 1 })
  })

  it('leaves the text, document, and signature of a signed contract unchanged', async () => {
    const contract = await signedContract(testApp)
    const text = ({ terms, services, totalValue, startDate, clientName, signature }: Record<string, unknown>) => ({
      terms,
      services,
      totalValue,
      startDate,
      clientName,
      signer: (signature as { signerName: string }).signerName,
    })
    const before = text((await testApp.alice.get(contractPath(contract))).body)
    const pdf = (await testApp.ann.get(`${contractPath(contract)}/pdf?original`)).headers.etag
    const tries = [
      testApp.alice.put(contractPath(contract), { ...contractInput(testApp), totalValue: 1 }),
      testApp.mona.put(contractPath(contract), {}),
      setContractStatus(testApp.alice, contract, 'draft'),
      setContractStatus(testApp.alice, contract, 'cancelled'),
      setContractStatus(testApp.ann, contract, 'declined', 'After all, no'),
      setContractStatus(testApp.ann, contract, 'active'),
      testApp.ann.post(`${contractPath(contract)}/refusal`, { reason: 'After all, no' }),
      signContract(testApp, contract.id),
    ]
    for (const answer of await Promise.all(tries)) expect(answer.status, answer.text).toBe(409)
    for (const method of ['DELETE', 'PATCH'] as const)
      expect((await testApp.alice.send({ method, url: contractPath(contract) })).status).toBe(405)
    const { body } = await testApp.alice.get(contractPath(contract))
    expect([text(body), body.status]).toEqual([before, 'active'])
    expect((await testApp.ann.get(`${contractPath(contract)}/pdf?original`)).headers.etag).toBe(pdf)
  })

  it('is refused in an archived folder', async () => {
    const input = {
      name: 'Rest',
      services: 'x',
      assignedStaffId: testApp.people.sam.id,
      clientId: testApp.people.ann.id,
    }
    const folder = (await testApp.alice.post('/api/client-folders', input)).body
    const contract = await createdContract(testApp, { clientFolderId: folder.id })
    await testApp.alice.patch(`/api/client-folders/${folder.id}`, { status: 'archived' })
    expect((await setContractStatus(testApp.alice, contract, 'cancelled')).status).toBe(409)
    expect((await setContractStatus(testApp.ann, contract, 'declined', 'No')).status).toBe(409)
    expect((await testApp.alice.put(contractPath(contract), { terms: 'x' })).status).toBe(409)
    expect((await testApp.ann.get(contractPath(contract))).body.allowed).toEqual(['download'])
    const [row] = (await testApp.ann.get(`/api/contracts?clientFolderId=${folder.id}`)).body
    expect(row.allowed).toEqual(['download'])
  })
})
