import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allowedMoves } from '../../domain/contract.ts'
import { defaultTerms } from '../../domain/contract-terms.ts'
import {
  contractInput,
  proposalIn,
  proposalLines,
  proposalTotal,
  contractPath,
  madeContract,
  moveContract,
} from '../../tests/contracts.ts'
import { createWorld, type World } from '../../tests/world.ts'
import { typed } from '../kit/row-types.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const lettersTo = async (name: string) =>
  (await world.mail()).filter(({ to }) => to === `${name}@example.com`).map(({ subject }) => subject)
const lastLine = async () => (await world.trail()).at(-1)

describe('an administrator makes a contract', () => {
  it('that its client sees as a draft, with a letter, a number and the usual terms', async () => {
    const answer = await world.alice.post('/api/contracts', contractInput(world))
    expect(answer.status, answer.text).toBe(201)
    const today = (await world.alice.get('/api/contracts')).body[0].contractNumber.slice(6, 12)
    expect(answer.body).toMatchObject({
      status: 'draft',
      contractNumber: `PROHR-${today}-001`,
      clientFolderId: world.folders.acme.id,
      clientFolderName: 'Acme Tooling',
      createdById: world.people.alice.id,
      totalValue: 450_000,
      services: [],
      terms: defaultTerms,
      endDate: null,
      signedAt: null,
      signature: null,
      version: 1,
      allowed: ['download', 'edit', 'cancel'],
    })
    expect((await world.ann.get(contractPath(answer.body))).body.allowed).toEqual(['download', 'sign', 'decline'])
    expect(await lettersTo('ann')).toEqual(['A contract is waiting for your signature'])
    expect((await world.mail()).at(-1)?.text).toContain(`/contracts/${answer.body.id}`)
    expect(await lastLine()).toMatchObject({ action: 'contract.created', entityId: answer.body.id })
  })

  it('with lines under either name, whose sum is its value', async () => {
    const services = [
      { name: 'Handbook', hours: 12.5, rate: 12_050 },
      { customName: 'Travel', totalCost: 9_900 },
    ]
    for (const sent of [services, JSON.stringify(services)]) {
      const { body } = await world.alice.post(
        '/api/contracts',
        contractInput(world, { services: sent, totalValue: null }),
      )
      expect(body.totalValue).toBe(160_525)
      expect(body.services.map((line: { totalCost: number }) => line.totalCost)).toEqual([150_625, 9_900])
    }
  })

  it('with a number of their own, when it is free and of the form', async () => {
    expect((await madeContract(world, { contractNumber: 'PROHR-202511-1234' })).contractNumber).toBe(
      'PROHR-202511-1234',
    )
    const wanted = (contractNumber: string) =>
      world.alice.post('/api/contracts', contractInput(world, { contractNumber }))
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
  ])('not with %s', async (_what, path, more) => {
    const before = (await world.alice.get('/api/contracts?limit=200')).body.length
    const answer = await world.alice.post('/api/contracts', contractInput(world, more))
    expect([answer.status, answer.body.issues[0]?.path], answer.text).toEqual([400, path])
    expect(answer.body.message).toMatch(/^[A-Z“"].*[.!?a-z]$/)
    expect((await world.alice.get('/api/contracts?limit=200')).body).toHaveLength(before)
  })

  it('not in an archived folder, and nobody else makes one', async () => {
    const folder = (
      await world.alice.post('/api/client-folders', {
        name: 'Shut',
        services: 'x',
        assignedStaffId: world.people.sam.id,
      })
    ).body
    await world.alice.patch(`/api/client-folders/${folder.id}`, { status: 'archived' })
    expect((await world.alice.post('/api/contracts', contractInput(world, { clientFolderId: folder.id }))).status).toBe(
      409,
    )
    for (const caller of [world.sam, world.ann, world.eve])
      expect((await caller.post('/api/contracts', contractInput(world))).status).toBe(403)
    expect((await world.visitor.post('/api/contracts', contractInput(world))).status).toBe(401)
  })
})

describe('a proposal', () => {
  it('fills what is left out, and gives way to what is said', async () => {
    await world.db.run(
      sql`update users set phone = '(757) 555-0100', company = 'Acme LLC' where id = ${world.people.ann.id}`,
    )
    const proposalId = await proposalIn(world, 'sent')
    const bare = { clientFolderId: world.folders.acme.id, proposalId, startDate: '2026-12-01' }
    const { body, status } = await world.alice.post('/api/contracts', bare)
    expect([status, body.totalValue]).toEqual([201, proposalTotal])
    expect(body).toMatchObject({
      proposalId,
      services: proposalLines,
      clientName: 'Ann Keller',
      clientEmail: 'ann@example.com',
      clientPhone: '(757) 555-0100',
      clientCompany: 'Acme LLC',
    })
    const said = { ...bare, clientName: 'Bea', clientPhone: '', totalValue: proposalTotal }
    expect((await world.alice.post('/api/contracts', said)).body).toMatchObject({
      clientName: 'Bea',
      clientPhone: null,
    })
    const disagreeing = await world.alice.post('/api/contracts', { ...bare, totalValue: proposalTotal / 100 })
    expect([disagreeing.status, disagreeing.body.issues[0].path]).toEqual([400, 'totalValue'])
  })

  it('of another folder, or one that is over, is refused like one that is not there', async () => {
    const elsewhere = await proposalIn(world, 'approved', { clientFolderId: world.folders.elmwood.id })
    const over = await Promise.all((['rejected', 'withdrawn'] as const).map((status) => proposalIn(world, status)))
    const expired = await proposalIn(world, 'sent', { validUntil: '2020-01-01' })
    const answers = await Promise.all(
      [elsewhere, ...over, expired, '01890000-0000-7000-8000-00000000ffff'].map((proposalId) =>
        world.alice.post('/api/contracts', contractInput(world, { proposalId, totalValue: null })),
      ),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.body.issues).toEqual([
      { path: 'proposalId', message: 'Please choose a proposal of this folder that is open or approved.' },
    ])
  })

  it('that was approved becomes a contract in one step, starting today, once', async () => {
    const id = await proposalIn(world, 'approved')
    const step = (caller = world.alice, body = {}) => caller.post(`/api/proposals/${id}/contract`, body)
    const { body, status } = await step()
    expect([status, body.totalValue, body.status]).toEqual([201, proposalTotal, 'draft'])
    const { rows } = {
      rows: await world.db.rows(
        typed(z.object({ day: z.string() }))`select (now() at time zone 'America/New_York')::date::text as day`,
      ),
    }
    expect(body.startDate).toBe(rows[0]?.day)
    const again = await step()
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining(body.contractNumber)])
    await moveContract(world.alice, body, 'cancelled')
    expect((await step(world.mona, { startDate: '2027-01-01', endDate: '2027-06-30' })).body).toMatchObject({
      startDate: '2027-01-01',
      endDate: '2027-06-30',
    })
  })

  it('that was not approved, or is not theirs, does not', async () => {
    const sent = await proposalIn(world, 'sent')
    const draft = await proposalIn(world, 'draft')
    const approved = await proposalIn(world, 'approved')
    const step = (caller: World['alice'], id: string) => caller.post(`/api/proposals/${id}/contract`, {})
    expect((await step(world.alice, sent)).status).toBe(409)
    expect((await step(world.ann, draft)).status).toBe(404)
    for (const [caller, status] of [
      [world.ann, 403],
      [world.sam, 403],
      [world.sue, 404],
      [world.eve, 404],
      [world.visitor, 401],
    ] as const)
      expect((await step(caller, approved)).status).toBe(status)
    expect((await step(world.alice, 'no-id')).status).toBe(404)
  })
})

describe('the list', () => {
  it('shows each their own, as the single one does', async () => {
    await madeContract(world)
    await world.alice.post(
      '/api/contracts',
      contractInput(world, { clientFolderId: world.folders.elmwood.id, clientName: 'Eve Novak' }),
    )
    const all = (await world.alice.get('/api/contracts?limit=200')).body
    const folderIds = (list: { clientFolderId: string }[]) => [...new Set(list.map((each) => each.clientFolderId))]
    expect(folderIds(all).length).toBeGreaterThan(1)
    for (const [caller, folder] of [
      [world.eve, world.folders.elmwood.id],
      [world.sue, world.folders.elmwood.id],
    ] as const)
      expect(folderIds((await caller.get('/api/contracts?limit=200')).body)).toEqual([folder])
    const [first] = (await world.eve.get('/api/contracts')).body
    const one = (await world.eve.get(contractPath(first))).body
    expect(one).toMatchObject(first)
    for (const { id, status, allowed } of all
      .filter((each: { clientFolderName: string }) => each.clientFolderName === 'Acme Tooling')
      .slice(0, 5)) {
      expect(allowed).toEqual(
        allowedMoves({ status }, { ...world.people.alice, role: 'admin' }, { status: 'active', clientId: null }),
      )
      expect((await world.alice.get(contractPath({ id }))).body.allowed).toEqual(allowed)
    }
  })

  it('is found by words, status and folder', async () => {
    const contract = await madeContract(world, { clientCompany: '100% Cotton_Mill' })
    const found = async (query: string) =>
      (await world.alice.get(`/api/contracts?${query}`)).body.map(({ id }: { id: string }) => id)
    expect(await found('q=100%25%20cotton_')).toEqual([contract.id])
    expect(await found('q=100x')).toEqual([])
    expect(await found(`q=${contract.contractNumber}`)).toEqual([contract.id])
    await moveContract(world.alice, contract, 'cancelled')
    expect(await found('status=cancelled')).toContain(contract.id)
    expect(await found('status=draft')).not.toContain(contract.id)
    expect(await found(`clientFolderId=${world.folders.elmwood.id}`)).not.toContain(contract.id)
    expect((await world.alice.get('/api/contracts?status=lost')).status).toBe(400)
  })
})
