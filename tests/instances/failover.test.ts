// The primary fails and its replica is promoted: the portal replies 503 for a moment, then continues with everything it
// acknowledged.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabases, type DatabaseServer, type Databases } from './database.ts'
import { pause, startInstance, startProxy, type Instance, type Proxy } from './fleet.ts'
import { callOn, firstFolder, messagesIn, readFrom, signInAt, startWriting } from './writers.ts'

let databases: Databases
let primary: DatabaseServer
let replica: DatabaseServer
let proxy: Proxy
let instances: Instance[] = []

beforeAll(async () => {
  databases = await openDatabases()
  primary = await databases.make()
  await primary.stop()
  replica = primary.replica('second')
  // A commit is acknowledged when both servers have it.
  await primary.startAgain({ synchronous_standby_names: 'second' })
  await replica.startAgain()
  const follows = "select from pg_stat_replication where sync_state = 'sync'"
  await vi.waitUntil(async () => (await primary.query(follows)).length === 1, { timeout: 60_000, interval: 50 })
  proxy = await startProxy()
  const servers = [replica, primary].map(({ port }) => `127.0.0.1:${port}`).join(',')
  const settings = {
    DATABASE_URL: `postgres://portal@${servers}/postgres?target_session_attrs=read-write`,
    PUBLIC_URL: proxy.url,
  }
  instances = [await startInstance(settings), await startInstance(settings)]
  proxy.ports.push(...instances.map(({ port }) => port))
})

afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.stop()))
  proxy.close()
  await databases.remove()
})

const readyOf = async (instance: Instance) => (await fetch(`${instance.url}/readyz`)).status

describe('a primary with a synchronous replica', () => {
  it('may fail: 503 until the replica is promoted, then everything that was acknowledged is there and more is accepted', async () => {
    const client = await signInAt(proxy.url, 'client')
    const admin = await signInAt(proxy.url, 'admin')
    const folderId = await firstFolder(client)
    const writing = startWriting(client, folderId)
    await expect.poll(() => writing.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(40)

    primary.kill()
    await expect.poll(() => Promise.all(instances.map(readyOf)), { timeout: 10_000 }).toEqual([503, 503])
    // The replica could answer this with stale data, so it is not queried.
    const asked = await callOn(client)('GET', '/api/client-folders')
    expect([asked.status, ((await asked.json()) as { code: string }).code]).toEqual([503, 'unavailable'])
    const acknowledged = writing.acknowledged.length
    await pause(1000)
    expect(writing.acknowledged).toHaveLength(acknowledged)

    await replica.query('select pg_promote()')
    const promoted = performance.now()
    await expect.poll(() => writing.acknowledged.length - acknowledged, { timeout: 60_000 }).toBeGreaterThan(0)
    const back = performance.now()
    await expect.poll(() => writing.acknowledged.length - acknowledged, { timeout: 60_000 }).toBeGreaterThan(40)
    await writing.stop()
    expect([...writing.others.keys()].filter((status) => status !== 503)).toEqual([])
    expect(back - promoted).toBeLessThan(5000)
    expect(writing.slowest()).toBeLessThan(5500)
    const there = await messagesIn(client, folderId)
    expect(there.toSorted()).toEqual(writing.acknowledged.toSorted())
    expect(await readFrom(admin, '/api/audit/verification')).toMatchObject({ whole: true })
    expect(await Promise.all(instances.map(readyOf))).toEqual([200, 200])
  })

  it('is followed by live notices as well: a write on one instance reaches clients of the other', async () => {
    const client = await signInAt(proxy.url, 'client')
    const folderId = await firstFolder(client)
    const [here, there] = instances as [Instance, Instance]
    const cut = new AbortController()
    const stream = await fetch(`${there.url}/api/events`, { headers: { cookie: client.cookie }, signal: cut.signal })
    const decoder = new TextDecoder()
    let received = ''
    void (async () => {
      for await (const chunk of stream.body as unknown as AsyncIterable<Uint8Array>) received += decoder.decode(chunk)
    })().catch(() => {})
    const written = await callOn({ ...client, url: here.url })('POST', `/api/client-folders/${folderId}/messages`, {
      content: 'After it',
    })
    const { id } = (await written.json()) as { id: string }
    await expect.poll(() => received).toContain(id)
    cut.abort()
  })
})
