import sql from 'sql-template-tag'
import { afterEach, describe, expect, it } from 'vitest'
import { type Caller, createWorld, type World } from '../../tests/world.ts'
import { prepareAccounts } from '../seed/accounts.ts'
import { IdRow, typed } from '../kit/row-types.ts'

const worlds: World[] = []
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

interface Demonstration {
  world: World
  admin: Caller
  staff: Caller
  client: Caller
}

/** A demonstration as it is on its first day. */
async function opened(): Promise<Demonstration> {
  const world = await createWorld({ DEMO: 'on' })
  worlds.push(world)
  await world.db.run(sql`delete from sessions`)
  await world.db.run(sql`delete from client_folders`)
  await world.db.run(sql`delete from users`)
  await prepareAccounts(world.parts, () => {})
  const as = async (role: 'admin' | 'staff' | 'client') => {
    const { id } = await world.db.one(typed(IdRow)`select id from users where username = ${role}`)
    return world.signIn(id, role)
  }
  return { world, admin: await as('admin'), staff: await as('staff'), client: await as('client') }
}

const setUp = async (caller: Caller) => (await caller.post('/api/setup-test-data')).body
const everything = { users: 8, clientFolders: 3, serviceRates: 4, proposals: 1, contracts: 1, invoices: 1 }
const nothing = { users: 0, clientFolders: 0, serviceRates: 0, proposals: 0, contracts: 0, invoices: 0 }
const [proposals, contracts, invoices] = ['/api/proposals', '/api/contracts', '/api/invoices']

async function sign(client: Caller, contractId: string) {
  await client.get(`/api/contracts/${contractId}/pdf`)
  const body = { consent: true, kind: 'typed', name: 'Taylor Brooks', password: 'demo-client-2026' }
  expect((await client.post(`/api/contracts/${contractId}/signature`, body)).status).toBe(201)
}

describe('test data', () => {
  it('are eight people, three folders, a proposal of $31,500, a contract to sign and an invoice, once', async () => {
    const { world, admin, client } = await opened()
    expect(await setUp(admin)).toEqual({ message: 'Test data generated successfully', ...everything })
    const roles = await world.db.rows(sql`
      select role, count(*)::int as people from users where username like 'test-%' group by role order by role`)
    expect(roles).toEqual([
      { role: 'admin', people: 3 },
      { role: 'staff', people: 5 },
    ])
    const [proposal] = (await client.get(proposals)).body
    expect(proposal).toMatchObject({
      totalCost: 3_150_000,
      status: 'sent',
      clientFolderName: 'Shenandoah Day School',
      allowed: ['approve', 'reject'],
    })
    const [contract] = (await client.get(contracts)).body
    expect(contract).toMatchObject({
      status: 'draft',
      proposalId: proposal.id,
      totalValue: 3_150_000,
      clientName: 'Taylor Brooks',
      allowed: ['download', 'sign', 'decline'],
    })
    expect(contract.contractNumber).toMatch(/^PROHR-\d{6}-001$/)
    const [invoice] = (await client.get(invoices)).body
    expect(invoice).toMatchObject({
      status: 'sent',
      contractId: contract.id,
      subtotal: 1_050_000,
      tax: 60_375,
      total: 1_110_375,
    })
    const rates = (await admin.get('/api/service-rates')).body as { id: string }[]
    const used = (await admin.get(`${proposals}/${proposal.id}`)).body.services as { serviceRateId: string }[]
    expect(used.map(({ serviceRateId }) => serviceRateId).toSorted()).toEqual(rates.map(({ id }) => id).toSorted())
    // Twice is harmless, and leaves nothing but its line in the trail.
    const trail = (await world.trail()).length
    const letters = (await world.mail()).length
    expect(await setUp(admin)).toEqual({ message: 'Test data generated successfully', ...nothing })
    expect([(await world.trail()).length, (await world.mail()).length]).toEqual([trail + 1, letters])
    for (const list of [proposals, contracts, invoices]) expect((await admin.get(list)).body).toHaveLength(1)
  })

  it('are made once by two who press at the same time', async () => {
    const { admin } = await opened()
    const answers = await Promise.all([setUp(admin), setUp(admin), setUp(admin)])
    expect(answers.map(({ users, proposals: made }) => [users, made]).toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
      [0, 0],
      [0, 0],
      [8, 1],
    ])
    for (const list of [proposals, contracts, invoices]) expect((await admin.get(list)).body).toHaveLength(1)
  })

  it('let the client approve, sign and owe; then there is another contract to sign, and no other paper', async () => {
    const { admin, client } = await opened()
    await setUp(admin)
    const [proposal] = (await client.get(proposals)).body
    const [first] = (await client.get(contracts)).body
    const approval = await client.patch(`${proposals}/${proposal.id}/status`, { status: 'approved' })
    expect([approval.status, approval.body.status]).toEqual([200, 'approved'])
    await sign(client, first.id)
    expect(await setUp(admin)).toMatchObject({ ...nothing, contracts: 1 })
    const [second, ...earlier] = (await client.get(contracts)).body
    expect(second).toMatchObject({ status: 'draft', totalValue: 3_150_000, proposalId: null })
    expect(earlier).toMatchObject([{ id: first.id, status: 'active' }])
    expect(await setUp(admin)).toMatchObject(nothing)
  })

  it('make the next contract from the proposal when the first was declined, and without it once that has expired', async () => {
    const { world, admin, client } = await opened()
    await setUp(admin)
    const decline = async () => {
      const [contract] = (await client.get(`${contracts}?status=draft`)).body
      await client.patch(`${contracts}/${contract.id}/status`, { status: 'declined', reason: 'Not this month' })
    }
    await decline()
    expect(await setUp(admin)).toMatchObject({ ...nothing, contracts: 1 })
    const [proposal] = (await admin.get(proposals)).body
    expect((await client.get(`${contracts}?status=draft`)).body).toMatchObject([{ proposalId: proposal.id }])
    await decline()
    await world.db.run(sql`update proposals set valid_until = current_date - 2`)
    expect(await setUp(admin)).toMatchObject({ ...nothing, contracts: 1 })
    expect((await client.get(`${contracts}?status=draft`)).body).toMatchObject([{ proposalId: null }])
  })

  it('go to another folder of the client when theirs is archived, and nowhere when all are', async () => {
    const { world, admin, client } = await opened()
    await setUp(admin)
    await world.db.run(sql`update client_folders set status = 'archived' where is_test_data`)
    expect(await setUp(admin)).toMatchObject({ ...nothing, contracts: 1 })
    expect((await client.get(contracts)).body[0]).toMatchObject({ clientFolderName: 'Piedmont Cabinet Works' })
    await world.db.run(sql`update client_folders set status = 'archived'`)
    expect(await setUp(admin)).toMatchObject(nothing)
  })

  it('leave the rate cards of an office that has some', async () => {
    const { admin } = await opened()
    const card = { serviceName: 'Supervisor training', serviceType: 'leadership-coaching', description: 'Ours' }
    const { body: own } = await admin.post('/api/service-rates', { ...card, hourlyRate: 9_900 })
    expect(await setUp(admin)).toMatchObject({ ...everything, serviceRates: 0 })
    const [{ id }] = (await admin.get(proposals)).body
    const { services, totalCost } = (await admin.get(`${proposals}/${id}`)).body
    expect(totalCost).toBe(3_150_000)
    const of = (services as { serviceRateId: string | null }[]).map(({ serviceRateId }) => serviceRateId)
    expect(of).toEqual([null, null, null, own.id])
  })
})

describe('test data are not made', () => {
  it('by anybody but administrators', async () => {
    const { world, staff, client } = await opened()
    expect((await world.visitor.post('/api/setup-test-data')).status).toBe(401)
    for (const caller of [staff, client]) expect((await caller.post('/api/setup-test-data')).status).toBe(403)
    expect(await world.db.rows(sql`select 1 from proposals`)).toEqual([])
  })

  it('of what a body says', async () => {
    const { world, admin } = await opened()
    expect((await admin.post('/api/setup-test-data', { users: 1000 })).status).toBe(400)
    expect(await world.db.rows(sql`select 1 from proposals`)).toEqual([])
  })

  it('A11: in a portal in earnest', async () => {
    const world = await createWorld({ DEMO: 'off' })
    worlds.push(world)
    const answer = await world.alice.post('/api/setup-test-data')
    expect([answer.status, answer.body.code]).toEqual([404, 'not-found'])
    expect(await world.db.rows(sql`select 1 from service_rates`)).toEqual([])
  })

  it('for anybody else’s folder where there is no demonstration client', async () => {
    const world = await createWorld({ DEMO: 'on' })
    worlds.push(world)
    expect(await setUp(world.alice)).toMatchObject({ ...everything, proposals: 0, contracts: 0, invoices: 0 })
    expect((await world.ann.get(proposals)).body).toEqual([])
  })
})
