import sql from 'sql-template-tag'
import { afterEach, describe, expect, it } from 'vitest'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { prepareAccounts } from '../seed/accounts.ts'
import { IdRow, typed } from '../kit/row-types.ts'

const testApps: TestApp[] = []
afterEach(async () => {
  for (const testApp of testApps.splice(0)) await testApp.close()
})

interface Demonstration {
  testApp: TestApp
  admin: Caller
  staff: Caller
  client: Caller
}

/** A new demonstration. */
async function opened(): Promise<Demonstration> {
  const testApp = await createTestApp({ DEMO: 'on' })
  testApps.push(testApp)
  await testApp.db.run(sql`delete from sessions`)
  await testApp.db.run(sql`delete from client_folders`)
  await testApp.db.run(sql`delete from users`)
  await prepareAccounts(testApp.context, () => {})
  const as = async (role: 'admin' | 'staff' | 'client') => {
    const { id } = await testApp.db.one(typed(IdRow)`select id from users where username = ${role}`)
    return testApp.signIn(id, role)
  }
  return { testApp, admin: await as('admin'), staff: await as('staff'), client: await as('client') }
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
  it('contains eight people, three folders, a proposal of $31,500, a contract to sign, and an invoice, once', async () => {
    const { testApp, admin, client } = await opened()
    expect(await setUp(admin)).toEqual({ message: 'Test data generated successfully', ...everything })
    const roles = await testApp.db.rows(sql`
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
    // Repeating it changes nothing and is audited.
    const auditLog = (await testApp.auditLog()).length
    const emails = (await testApp.mail()).length
    expect(await setUp(admin)).toEqual({ message: 'Test data generated successfully', ...nothing })
    expect([(await testApp.auditLog()).length, (await testApp.mail()).length]).toEqual([auditLog + 1, emails])
    for (const list of [proposals, contracts, invoices]) expect((await admin.get(list)).body).toHaveLength(1)
  })

  it('is added once by two concurrent requests', async () => {
    const { admin } = await opened()
    const answers = await Promise.all([setUp(admin), setUp(admin), setUp(admin)])
    expect(answers.map(({ users, proposals: made }) => [users, made]).toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
      [0, 0],
      [0, 0],
      [8, 1],
    ])
    for (const list of [proposals, contracts, invoices]) expect((await admin.get(list)).body).toHaveLength(1)
  })

  it('lets the client approve, sign, and owe; a repetition adds only another contract to sign', async () => {
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

  it('creates the next contract from the proposal if the first was declined, and without it once it has expired', async () => {
    const { testApp, admin, client } = await opened()
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
    await testApp.db.run(sql`update proposals set valid_until = current_date - 2`)
    expect(await setUp(admin)).toMatchObject({ ...nothing, contracts: 1 })
    expect((await client.get(`${contracts}?status=draft`)).body).toMatchObject([{ proposalId: null }])
  })

  it('uses another folder of the client if theirs is archived, and adds nothing if all are', async () => {
    const { testApp, admin, client } = await opened()
    await setUp(admin)
    await testApp.db.run(sql`update client_folders set status = 'archived' where is_test_data`)
    expect(await setUp(admin)).toMatchObject({ ...nothing, contracts: 1 })
    expect((await client.get(contracts)).body[0]).toMatchObject({ clientFolderName: 'Piedmont Cabinet Works' })
    await testApp.db.run(sql`update client_folders set status = 'archived'`)
    expect(await setUp(admin)).toMatchObject(nothing)
  })

  it('leaves existing rate cards unchanged', async () => {
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

describe('adding test data', () => {
  it('is refused to everyone but administrators', async () => {
    const { testApp, staff, client } = await opened()
    expect((await testApp.visitor.post('/api/setup-test-data')).status).toBe(401)
    for (const caller of [staff, client]) expect((await caller.post('/api/setup-test-data')).status).toBe(403)
    expect(await testApp.db.rows(sql`select 1 from proposals`)).toEqual([])
  })

  it('ignores the body of the request', async () => {
    const { testApp, admin } = await opened()
    expect((await admin.post('/api/setup-test-data', { users: 1000 })).status).toBe(400)
    expect(await testApp.db.rows(sql`select 1 from proposals`)).toEqual([])
  })

  it('A11: is refused in production', async () => {
    const testApp = await createTestApp({ DEMO: 'off' })
    testApps.push(testApp)
    const answer = await testApp.alice.post('/api/setup-test-data')
    expect([answer.status, answer.body.code]).toEqual([404, 'not-found'])
    expect(await testApp.db.rows(sql`select 1 from service_rates`)).toEqual([])
  })

  it('does not use anyone else’s folder without a demonstration client', async () => {
    const testApp = await createTestApp({ DEMO: 'on' })
    testApps.push(testApp)
    expect(await setUp(testApp.alice)).toMatchObject({ ...everything, proposals: 0, contracts: 0, invoices: 0 })
    expect((await testApp.ann.get(proposals)).body).toEqual([])
  })
})
