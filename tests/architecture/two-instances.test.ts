// Two instances on one database behave as one (section 7 of the decisions): a caller cannot tell them apart.
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTab } from '../event-stream.ts'
import { fixturePassword, createTestApp, type Instance, type TestApp } from '../test-app.ts'
import { requestInput } from './rights.ts'
import { typed } from '../../server/kit/row-types.ts'

let testApp: TestApp
let twin: Instance
beforeAll(async () => {
  testApp = await createTestApp()
  twin = await testApp.twin()
  await Promise.all([testApp.goLive(), twin.goLive()])
})
afterAll(() => testApp.close())

const acme = () => `/api/client-folders/${testApp.folders.acme.id}`
const cookieOf = (header: unknown) =>
  [header]
    .flat()
    .map((each) => String(each).split(';')[0])
    .join('; ')

describe('two instances', () => {
  it('share sessions, and end them together', async () => {
    const { headers } = await testApp.visitor.post('/api/login', { username: 'sue', password: fixturePassword })
    const cookie = cookieOf(headers['set-cookie'])
    expect((await twin.caller(cookie).get('/api/user')).body).toMatchObject({ username: 'sue' })
    expect((await twin.caller(cookie).post('/api/logout')).status).toBe(200)
    expect((await testApp.caller(cookie).get('/api/user')).status).toBe(401)
  })

  it('list what the other one changed a moment ago, in the items and in the names on them', async () => {
    const { id } = (await testApp.visitor.post('/api/service-requests', requestInput)).body
    const listed = async (instance: Instance) =>
      (await instance.caller(testApp.alice.cookie).get('/api/service-requests')).body.find(
        (each: { id: string }) => each.id === id,
      )
    for (const instance of [testApp, twin])
      expect(await listed(instance)).toMatchObject({ status: 'pending', version: 1 })
    await testApp.sue.patch(`/api/service-requests/${id}/status`, { status: 'in-progress' })
    for (const instance of [testApp, twin])
      expect(await listed(instance)).toMatchObject({
        status: 'in-progress',
        assignedStaffName: 'Sue Bennett',
        version: 2,
      })

    const sue = (await testApp.alice.get(`/api/users/${testApp.people.sue.id}`)).body
    const { email, role, isActive } = sue
    await testApp.alice.put(`/api/users/${sue.id}`, { email, role, isActive, firstName: 'Susan', lastName: 'Bennett' })
    for (const instance of [testApp, twin])
      expect(await listed(instance)).toMatchObject({ assignedStaffName: 'Susan Bennett', version: 2 })
    const folder = { name: 'Tidewater', services: 'HR', assignedStaffId: sue.id, serviceRequestId: id }
    const opened = (await testApp.alice.post('/api/client-folders', folder)).body
    for (const instance of [testApp, twin]) expect(await listed(instance)).toMatchObject({ clientFolderId: opened.id })
  })

  it('receive live events of writes on the other one', async () => {
    const [here, there] = await Promise.all([
      openTab(await testApp.address(), testApp.ann),
      openTab(await twin.address(), testApp.ann),
    ])
    const onOne = (await testApp.sam.post(`${acme()}/messages`, { content: 'One' })).body.id
    const onOther = (await twin.caller(testApp.sam.cookie).post(`${acme()}/messages`, { content: 'Other' })).body.id
    for (const tab of [here, there])
      await expect.poll(() => tab.received.map(({ id }) => id)).toEqual(expect.arrayContaining([onOne, onOther]))
    expect(there.received.filter(({ id }) => id === onOne)).toHaveLength(1)
    here.close()
    there.close()
  })

  it('close the streams of a session that ends on the other one, and of a person deactivated there', async () => {
    const caller = await testApp.signIn(testApp.people.sue.id, 'staff')
    const tab = await openTab(await twin.address(), caller)
    await caller.post('/api/logout')
    await expect.poll(tab.hasEnded).toBe(true)
    const input = { email: 'leaves@example.com', firstName: 'Lea', lastName: 'Ves' }
    const { id } = (await testApp.alice.post('/api/staff', input)).body
    const leaving = await openTab(await twin.address(), await testApp.signIn(id, 'staff'))
    await testApp.alice.delete(`/api/users/${id}`)
    await expect.poll(leaving.hasEnded).toBe(true)
  })

  it('G1: share idempotency keys', async () => {
    const key = { 'idempotency-key': 'on-both' }
    const other = twin.caller(testApp.ann.cookie)
    const first = await testApp.ann.post(`${acme()}/messages`, { content: 'Once on both' }, key)
    const again = await other.post(`${acme()}/messages`, { content: 'Once on both' }, key)
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true'])
    expect((await other.post(`${acme()}/messages`, { content: 'Else' }, key)).status).toBe(422)
    const send = (n: number) =>
      (n % 2 ? testApp.ann : other).post(`${acme()}/messages`, { content: 'Race' }, { 'idempotency-key': 'race' })
    await Promise.all(Array.from({ length: 30 }, (_, n) => send(n)))
    const { n } = await testApp.db.one(
      typed(z.object({ n: z.number() }))`select count(*) as n from messages where content = 'Race'`,
    )
    expect(n).toBe(1)
  })

  it('F1: count attempts together', async () => {
    const wrong = { username: 'eve', password: 'not hers' }
    for (let i = 0; i < 5; i++) {
      expect((await testApp.visitor.post('/api/login', wrong)).status).toBe(401)
      expect((await twin.caller(null).post('/api/login', wrong)).status).toBe(401)
    }
    for (const visitor of [testApp.visitor, twin.caller(null)]) {
      const answer = await visitor.post('/api/login', wrong)
      expect(answer.status).toBe(429)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
  })

  it('let one of forty requests accept a service request', async () => {
    const { id } = (await testApp.visitor.post('/api/service-requests', requestInput)).body
    const accept = (n: number) => {
      const caller = n % 4 < 2 ? testApp.sam : testApp.sue
      return (n % 2 ? caller : twin.caller(caller.cookie)).patch(`/api/service-requests/${id}/status`, {
        status: 'in-progress',
      })
    }
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => accept(n)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(39)
  })

  it('run a job once', async () => {
    const email = testApp.people.eve.username + '@example.com'
    await twin.caller(null).post('/api/password/forgot', { email })
    await expect.poll(async () => (await testApp.mail()).filter(({ to }) => to === email).length).toBe(1)
    const { whole } = (await testApp.alice.get('/api/audit/verification')).body
    expect(whole).toBe(true)
  })
})
