import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unlimited } from '../../domain/actor.ts'
import { allowedActions } from '../../domain/contract-actions.ts'
import { defaultTerms } from '../../domain/contract-terms.ts'
import {
  contractInput,
  proposalIn,
  proposalLines,
  proposalTotal,
  contractPath,
  createdContract,
  setContractStatus,
} from '../../tests/contracts.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const emailsTo = async (name: string) =>
  (await testApp.mail()).filter(({ to }) => to === `${name}@example.com`).map(({ subject }) => subject)
const lastLine = async () => (await testApp.auditLog()).at(-1)

describe('an administrator creates a contract', () => {
  it('sends its client a draft with an email, a number, and the default terms', async () => {
    const answer = await testApp.alice.post('/api/contracts', contractInput(testApp))
    expect(answer.status, answer.text).toBe(201)
    const today = (await testApp.alice.get('/api/contracts')).body[0].contractNumber.slice(6, 12)
    expect(answer.body).toMatchObject({
      status: 'draft',
      contractNumber: `PROHR-${today}-001`,
      clientFolderId: testApp.folders.acme.id,
      clientFolderName: 'Acme Tooling',
      createdById: testApp.people.alice.id,
      totalValue: 450_000,
      services: [],
      terms: defaultTerms,
      endDate: null,
      signedAt: null,
      signature: null,
      version: 1,
      allowed: ['download', 'edit', 'change-signers', 'cancel'],
    })
    expect((await testApp.ann.get(contractPath(answer.body))).body.allowed).toEqual(['download', 'sign', 'decline'])
    expect(await emailsTo('ann')).toEqual(['ProHR sent you a contract to sign'])
    expect((await testApp.mail()).at(-1)?.text).toContain(`/contracts/${answer.body.id}`)
    expect(await lastLine()).toMatchObject({ action: 'contract.created', entityId: answer.body.id })
  })

  it('accepts lines under either name and sums them to its value', async () => {
    const services = [
      { name: 'Handbook', hours: 12.5, rate: 12_050 },
      { customName: 'Travel', totalCost: 9_900 },
    ]
    for (const sent of [services, JSON.stringify(services)]) {
      const { body } = await testApp.alice.post(
        '/api/contracts',
        contractInput(testApp, { services: sent, totalValue: null }),
      )
      expect(body.totalValue).toBe(160_525)
      expect(body.services.map((line: { totalCost: number }) => line.totalCost)).toEqual([150_625, 9_900])
    }
  })

  it('accepts a custom number that is free and valid', async () => {
    expect((await createdContract(testApp, { contractNumber: 'PROHR-202511-1234' })).contractNumber).toBe(
      'PROHR-202511-1234',
    )
    const wanted = (contractNumber: string) =>
      testApp.alice.post('/api/contracts', contractInput(testApp, { contractNumber }))
    const taken = await wanted('PROHR-202511-1234')
    expect([taken.status, taken.body.issues[0].path]).toEqual([409, 'contractNumber'])
    for (const form of ['PROHR-202613-001', 'PROHR-2026-1', 'INV-20261101-01', 'PROHR-202511-000'])
      expect((await wanted(form)).body.issues[0]?.path, form).toBe('contractNumber')
  })

  it.each([
    ['a folder nobody knows', 'clientFolderId', { clientFolderId: '01890000-0000-7000-8000-00000000ffff' }],
    ['a proposal nobody knows', 'proposalId', { proposalId: '01890000-0000-7000-8000-00000000ffff' }],
    ['no client', 'clientName', { clientName: '' }],
    ['no value', 'totalValue', { totalValue: null }],
    ['a value in dollars', 'totalValue', { totalValue: 4500.5 }],
    ['a value below nothing', 'totalValue', { totalValue: -1 }],
    ['a value past all bounds', 'totalValue', { totalValue: 10_000_000_000 }],
    ['a sum that disagrees', 'totalValue', { services: [{ name: 'A', total: 100 }], totalValue: 101 }],
    ['no line', 'services', { services: [] }],
    ['too many lines', 'services', { services: Array.from({ length: 501 }, () => 'x') }],
    ['services in prose', 'services', { services: 'Handbook and training' }],
    [
      'a rate card nobody knows',
      'services.0.serviceRateId',
      { services: [{ serviceRateId: '01890000-0000-7000-8000-00000000ffff', total: 1 }] },
    ],
    ['a date that is none', 'startDate', { startDate: '2026-02-30' }],
    ['an end before its start', 'endDate', { endDate: '2026-11-30' }],
    ['a year that is none', 'startDate', { startDate: '0000-01-01' }],
    ['an unknown key', '', { signedAt: '2026-01-01' }],
  ])('refuses %s', async (_what, path, more) => {
    const before = (await testApp.alice.get('/api/contracts?limit=200')).body.length
    const answer = await testApp.alice.post('/api/contracts', contractInput(testApp, more))
    expect([answer.status, answer.body.issues[0]?.path], answer.text).toEqual([400, path])
    expect(answer.body.message).toMatch(/^[A-Z“"].*[.!?a-z]$/)
    expect((await testApp.alice.get('/api/contracts?limit=200')).body).toHaveLength(before)
  })

  it('refuses an archived folder, and refuses everyone but administrators', async () => {
    const folder = (
      await testApp.alice.post('/api/client-folders', {
        name: 'Shut',
        services: 'x',
        assignedStaffId: testApp.people.sam.id,
      })
    ).body
    await testApp.alice.patch(`/api/client-folders/${folder.id}`, { status: 'archived' })
    expect(
      (await testApp.alice.post('/api/contracts', contractInput(testApp, { clientFolderId: folder.id }))).status,
    ).toBe(409)
    for (const caller of [testApp.sam, testApp.ann, testApp.eve])
      expect((await caller.post('/api/contracts', contractInput(testApp))).status).toBe(403)
    expect((await testApp.visitor.post('/api/contracts', contractInput(testApp))).status).toBe(401)
  })
})

describe('a proposal', () => {
  it('fills in missing fields, and given fields take precedence', async () => {
    await testApp.db.run(
      sql`update users set phone = '(757) 555-0100', company = 'Acme LLC' where id = ${testApp.people.ann.id}`,
    )
    const proposalId = await proposalIn(testApp, 'sent')
    const bare = { clientFolderId: testApp.folders.acme.id, proposalId, startDate: '2026-12-01' }
    const { body, status } = await testApp.alice.post('/api/contracts', bare)
    expect([status, body.totalValue]).toEqual([201, proposalTotal])
    expect(body).toMatchObject({
      proposalId,
      services: proposalLines,
      clientName: 'Ann Keller',
      clientEmail: 'ann@example.com',
      clientPhone: '(757) 555-0100',
      clientCompany: 'Acme Tooling',
    })
    const said = { ...bare, clientName: 'Bea', clientPhone: '', totalValue: proposalTotal }
    expect((await testApp.alice.post('/api/contracts', said)).body).toMatchObject({
      clientName: 'Bea',
      clientPhone: null,
    })
    const disagreeing = await testApp.alice.post('/api/contracts', { ...bare, totalValue: proposalTotal / 100 })
    expect([disagreeing.status, disagreeing.body.issues[0].path]).toEqual([400, 'totalValue'])
  })

  it('uses the folder name as the company, even if the client’s account has another company', async () => {
    await testApp.db.run(sql`update users set company = 'Acme LLC' where id = ${testApp.people.ann.id}`)
    const input = { name: 'Acme Day School', services: 'Handbook', clientId: testApp.people.ann.id }
    const { id } = (await testApp.sam.post('/api/client-folders', input)).body
    const proposalId = await proposalIn(testApp, 'approved', { clientFolderId: id })
    const { body, status } = await testApp.alice.post(`/api/proposals/${proposalId}/contract`, {})
    expect([status, body.clientName, body.clientCompany]).toEqual([201, 'Ann Keller', 'Acme Day School'])
    const own = { name: 'Ann Keller', services: 'Handbook', clientId: testApp.people.ann.id }
    const ownFolder = (await testApp.sam.post('/api/client-folders', own)).body.id
    const ownProposal = await proposalIn(testApp, 'approved', { clientFolderId: ownFolder })
    expect((await testApp.alice.post(`/api/proposals/${ownProposal}/contract`, {})).body.clientCompany).toBeNull()
  })

  it('is refused like a missing one if it is in another folder or closed', async () => {
    const elsewhere = await proposalIn(testApp, 'approved', { clientFolderId: testApp.folders.elmwood.id })
    const over = await Promise.all((['rejected', 'withdrawn'] as const).map((status) => proposalIn(testApp, status)))
    const expired = await proposalIn(testApp, 'sent', { validUntil: '2020-01-01' })
    const answers = await Promise.all(
      [elsewhere, ...over, expired, '01890000-0000-7000-8000-00000000ffff'].map((proposalId) =>
        testApp.alice.post('/api/contracts', contractInput(testApp, { proposalId, totalValue: null })),
      ),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.body.issues).toEqual([
      { path: 'proposalId', message: 'Choose a proposal from this folder that is sent or approved.' },
    ])
  })

  it('becomes a contract in one step once approved, starting today', async () => {
    const id = await proposalIn(testApp, 'approved')
    const step = (caller = testApp.alice, body = {}) => caller.post(`/api/proposals/${id}/contract`, body)
    const { body, status } = await step()
    expect([status, body.totalValue, body.status]).toEqual([201, proposalTotal, 'draft'])
    const { rows } = {
      rows: await testApp.db.rows(
        typed(z.object({ day: z.string() }))`select (now() at time zone 'America/New_York')::date::text as day`,
      ),
    }
    expect(body.startDate).toBe(rows[0]?.day)
    const again = await step()
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining(body.contractNumber)])
    await setContractStatus(testApp.alice, body, 'cancelled')
    expect((await step(testApp.mona, { startDate: '2027-01-01', endDate: '2027-06-30' })).body).toMatchObject({
      startDate: '2027-01-01',
      endDate: '2027-06-30',
    })
  })

  it('is refused if it is not approved or belongs to someone else', async () => {
    const sent = await proposalIn(testApp, 'sent')
    const draft = await proposalIn(testApp, 'draft')
    const approved = await proposalIn(testApp, 'approved')
    const step = (caller: TestApp['alice'], id: string) => caller.post(`/api/proposals/${id}/contract`, {})
    expect((await step(testApp.alice, sent)).status).toBe(409)
    expect((await step(testApp.ann, draft)).status).toBe(404)
    for (const [caller, status] of [
      [testApp.ann, 403],
      [testApp.sam, 403],
      [testApp.sue, 404],
      [testApp.eve, 404],
      [testApp.visitor, 401],
    ] as const)
      expect((await step(caller, approved)).status).toBe(status)
    expect((await step(testApp.alice, 'no-id')).status).toBe(404)
  })
})

describe('the list', () => {
  it('shows each person the same contracts as the single endpoint', async () => {
    await createdContract(testApp)
    await testApp.alice.post(
      '/api/contracts',
      contractInput(testApp, {
        clientFolderId: testApp.folders.elmwood.id,
        clientName: 'Eve Novak',
        services: [{ customName: 'Handbook' }],
      }),
    )
    const all = (await testApp.alice.get('/api/contracts?limit=200')).body
    const folderIds = (list: { clientFolderId: string }[]) => [...new Set(list.map((each) => each.clientFolderId))]
    expect(folderIds(all).length).toBeGreaterThan(1)
    for (const [caller, folder] of [
      [testApp.eve, testApp.folders.elmwood.id],
      [testApp.sue, testApp.folders.elmwood.id],
    ] as const)
      expect(folderIds((await caller.get('/api/contracts?limit=200')).body)).toEqual([folder])
    const [{ serviceNames, ...first }] = (await testApp.eve.get('/api/contracts')).body
    const one = (await testApp.eve.get(contractPath(first))).body
    expect(one).toMatchObject(first)
    expect(serviceNames).toEqual(one.services.slice(0, 3).map((each: { customName: string }) => each.customName))
    expect(serviceNames).toEqual(['Handbook'])
    for (const { id, status, signers, renewedBy, allowed } of all
      .filter((each: { clientFolderName: string }) => each.clientFolderName === 'Acme Tooling')
      .slice(0, 5)) {
      expect(allowed).toEqual(
        allowedActions(
          { status, signers, renewedBy },
          { ...testApp.people.alice, role: 'admin', ...unlimited },
          { status: 'active', clientId: null },
        ),
      )
      expect((await testApp.alice.get(contractPath({ id }))).body.allowed).toEqual(allowed)
    }
  })

  it('can be filtered by words, status, and folder', async () => {
    const contract = await createdContract(testApp, { clientCompany: '100% Cotton_Mill' })
    const found = async (query: string) =>
      (await testApp.alice.get(`/api/contracts?${query}`)).body.map(({ id }: { id: string }) => id)
    expect(await found('q=100%25%20cotton_')).toEqual([contract.id])
    expect(await found('q=100x')).toEqual([])
    expect(await found(`q=${contract.contractNumber}`)).toEqual([contract.id])
    await setContractStatus(testApp.alice, contract, 'cancelled')
    expect(await found('status=cancelled')).toContain(contract.id)
    expect(await found('status=draft')).not.toContain(contract.id)
    expect(await found(`clientFolderId=${testApp.folders.elmwood.id}`)).not.toContain(contract.id)
    expect((await testApp.alice.get('/api/contracts?status=lost')).status).toBe(400)
  })
})
