// Faults of a portal's environment, one after the other: it replies 503, recovers automatically, and ends only on a signal.
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFull } from '../security/measured.ts'
import { openDatabases, type DatabaseServer, type Databases } from './database.ts'
import { pause, startInstance, type Instance } from './fleet.ts'
import { callOn, firstFolder, messagesIn, readFrom, signInAt, startWriting, type Way } from './writers.ts'

/** With full counts it is frozen and loaded for as long as the security checks require. */
const long = isFull

let databases: Databases
let database: DatabaseServer
let portal: Instance
let client: Way
let admin: Way
let folderId: string
let post: Awaited<ReturnType<typeof badPostOffice>>

beforeAll(async () => {
  databases = await openDatabases()
  database = await databases.make()
  post = await badPostOffice()
  portal = await startInstance({
    DATABASE_URL: `postgres://portal@127.0.0.1:${database.port}/postgres`,
    SMTP_URL: `smtp://127.0.0.1:${post.port}`,
    MAIL_FROM: 'portal@example.com',
  })
  client = await signInAt(portal.url, 'client')
  admin = await signInAt(portal.url, 'admin')
  folderId = await firstFolder(client)
})

afterAll(async () => {
  post.close()
  await portal.stop()
  await databases.remove()
})

const alive = async () => (await fetch(`${portal.url}/healthz`)).status
const ready = async () => (await fetch(`${portal.url}/readyz`)).status

async function expectWhole(acknowledged: string[]) {
  expect(await messagesIn(client, folderId)).toEqual(expect.arrayContaining(acknowledged))
  expect(await readFrom(admin, '/api/audit/verification')).toMatchObject({ whole: true })
}

describe('a portal under faults', () => {
  it.each(['silent', 'refusing'] as const)(
    'H5: saves what people do and queues the email while the mail server is %s',
    async (behavior) => {
      post.mood = behavior
      const began = performance.now()
      const content = `With a ${behavior} mail server`
      const answer = await callOn(client)('POST', `/api/client-folders/${folderId}/messages`, { content })
      expect(answer.status).toBe(201)
      // The next check needs a job and an email, which work although other emails hang.
      const before = (await readFrom<unknown[]>(admin, '/api/outbox')).length
      const asked = await callOn(client)('POST', '/api/password/forgot', {
        email: `${behavior === 'silent' ? 'client' : 'staff'}@example.com`,
      })
      expect(asked.status).toBeLessThan(300)
      expect(performance.now() - began).toBeLessThan(9000)
      await expect.poll(async () => (await readFrom<unknown[]>(admin, '/api/outbox')).length).toBeGreaterThan(before)
      const emails = await readFrom<{ status: string }[]>(admin, '/api/outbox')
      expect(emails.some(({ status }) => status === 'queued')).toBe(true)
      expect(emails.some(({ status }) => status === 'sent')).toBe(false)
      expect([await alive(), await ready()]).toEqual([200, 200])
    },
  )

  it('H4: replies 503 within five seconds while its database is frozen, and recovers within five', async () => {
    const writing = startWriting(client, folderId)
    await expect.poll(() => writing.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(20)
    // An email is in transit, and fails because the result cannot be stored.
    await expect.poll(() => post.calls).toBeGreaterThan(0)
    database.freeze()
    try {
      post.closeConnections()
      await pause(long ? 30_000 : 6000)
      expect([await alive(), await ready()]).toEqual([200, 503])
    } finally {
      database.thaw()
    }
    const thawed = performance.now()
    const before = writing.acknowledged.length
    await expect.poll(() => writing.acknowledged.length, { timeout: 10_000 }).toBeGreaterThan(before)
    expect(performance.now() - thawed).toBeLessThan(5000)
    await writing.stop()
    expect(writing.slowest()).toBeLessThan(5500)
    expect([...writing.others.keys()].filter((status) => ![409, 503].includes(status))).toEqual([])
    await expectWhole(writing.acknowledged)
  })

  it('H4: recovers after its database was restarted', async () => {
    const writing = startWriting(client, folderId)
    await expect.poll(() => writing.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(20)
    await database.stop()
    await pause(500)
    await database.startAgain()
    const before = writing.acknowledged.length
    await expect.poll(() => writing.acknowledged.length, { timeout: 5000 }).toBeGreaterThan(before)
    await expect.poll(() => writing.acknowledged.length).toBeGreaterThan(before + 10)
    await writing.stop()
    expect([...writing.others.keys()].filter((status) => status !== 503)).toEqual([])
    await expectWhole(writing.acknowledged)
  })

  it('F4: sheds many times its usual load with 503, and recovers within a second', async () => {
    const seconds = long ? 60 : 4
    const until = Date.now() + seconds * 1000
    const statuses = new Map<number, number>()
    const press = async () => {
      while (Date.now() < until) {
        const status = await callOn(client)('GET', `/api/client-folders/${folderId}/messages`).then(
          async (answer) => (await answer.arrayBuffer(), answer.status),
          () => 0,
        )
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: 200 }, press))
    expect([...statuses.keys()].filter((status) => ![200, 503].includes(status))).toEqual([])
    expect(statuses.get(200) ?? 0).toBeGreaterThan(100)
    await pause(1000)
    const began = performance.now()
    expect((await callOn(client)('GET', `/api/client-folders/${folderId}/messages`)).status).toBe(200)
    expect(performance.now() - began).toBeLessThan(2000)
  })

  it('H7: completes requests in flight on SIGTERM under load, and exits cleanly within ten seconds', async () => {
    const press = Array.from({ length: 20 }, (_, n) =>
      callOn(client)('POST', `/api/client-folders/${folderId}/messages`, { content: `At the end ${n}` }).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    await pause(20)
    const began = performance.now()
    const code = portal.stop()
    await pause(50)
    void portal.stop()
    expect(await code).toBe(0)
    expect(performance.now() - began).toBeLessThan(10_000)
    const statuses = await Promise.all(press)
    expect(statuses.filter((status) => ![201, 429, 503, 0].includes(status))).toEqual([])
    const [{ count } = { count: 0 }] = await database.query<{ count: number }>(
      "select count(*)::int as count from messages where content like 'At the end %'",
    )
    expect(count).toBeGreaterThanOrEqual(statuses.filter((status) => status === 201).length)
  })
})

/** A mail server that accepts the connection and never replies, or refuses. */
async function badPostOffice() {
  const open = new Set<Socket>()
  const office = {
    mood: 'silent' as 'silent' | 'refusing',
    calls: 0,
    port: 0,
    closeConnections: () => {},
    close: () => {},
  }
  const server = createServer((socket) => {
    office.calls++
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    if (office.mood === 'refusing') socket.end('554 Not today\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  office.port = (server.address() as AddressInfo).port
  office.closeConnections = () => open.forEach((socket) => socket.destroy())
  office.close = () => {
    server.close()
    office.closeConnections()
  }
  return office
}
