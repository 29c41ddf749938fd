// Several instances behind a proxy act as one portal: one is killed, one is stopped, a newer one joins.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabases, type DatabaseServer, type Databases } from './database.ts'
import { builtProgram, launchInstance, startInstance, startProxy, type Instance, type Proxy } from './fleet.ts'
import { callOn, firstFolder, messagesIn, readFrom, signInAt, startWriting, type Way } from './writers.ts'

const clones = 2

let databases: Databases
let database: DatabaseServer
let proxy: Proxy
let settings: NodeJS.ProcessEnv
let instances: Instance[]
let client: Way
let admin: Way
let folderId: string

beforeAll(async () => {
  databases = await openDatabases()
  database = await databases.make()
  proxy = await startProxy()
  settings = { DATABASE_URL: `postgres://portal@127.0.0.1:${database.port}/postgres`, PUBLIC_URL: proxy.url }
  // Both together, on a new database.
  instances = await Promise.all(Array.from({ length: clones }, () => startInstance(settings)))
  proxy.ports.push(...instances.map(({ port }) => port))
  client = await signInAt(proxy.url, 'client')
  admin = await signInAt(proxy.url, 'admin')
  folderId = await firstFolder(client)
})

afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.stop()))
  proxy.close()
  await databases.remove()
})

/** Replaces an instance in the proxy. */
function replace(before: Instance, after: Instance) {
  instances = instances.map((each) => (each === before ? after : each))
  proxy.ports.splice(proxy.ports.indexOf(before.port), 1, after.port)
}

async function expectWhole(acknowledged: string[]) {
  const there = await messagesIn(client, folderId)
  expect(there.toSorted()).toEqual(expect.arrayContaining(acknowledged))
  expect(new Set(there).size, 'nothing is there twice').toBe(there.length)
  expect(await readFrom(admin, '/api/audit/verification')).toMatchObject({ whole: true })
}

describe('instances behind a proxy', () => {
  it('share sessions, count attempts together, and trust only the proxy for a caller’s address', async () => {
    for (let call = 0; call < 4; call++)
      expect(await readFrom(client, '/api/user')).toMatchObject({ username: 'client' })
    const statuses: number[] = []
    for (let guess = 0; guess < 12; guess++) {
      const wrong = { username: 'staff', password: 'not the right one' }
      const elsewhere = { 'x-forwarded-for': `203.0.113.${guess}` }
      statuses.push((await callOn({ url: proxy.url, cookie: '' })('POST', '/api/login', wrong, elsewhere)).status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429])
  })

  it('number documents without gaps or duplicates, twenty of them created at the same time, twice', async () => {
    const input = { clientFolderId: folderId, clientName: 'Taylor Brooks', clientEmail: 'client@example.com' }
    const make = async () => {
      const answer = await callOn(admin)('POST', '/api/contracts', {
        ...input,
        totalValue: 1000,
        startDate: '2027-01-01',
      })
      expect(answer.status).toBe(201)
      return ((await answer.json()) as { contractNumber: string }).contractNumber
    }
    // As many as both instances have database connections: others would wait for one, and get a 503 on a slow machine.
    const twenty = () => Promise.all(Array.from({ length: 20 }, make))
    const numbers = [...(await twenty()), ...(await twenty())]
    const counted = numbers.map((number) => Number(/\d+$/.exec(number)?.[0])).toSorted((a, b) => a - b)
    expect(new Set(numbers).size).toBe(40)
    expect((counted.at(-1) ?? 0) - (counted[0] ?? 0)).toBe(39)
  })

  it('H1: lose or duplicate nothing that was acknowledged when one is killed', async () => {
    const writing = startWriting(client, folderId)
    for (let round = 0; round < 2; round++) {
      const before = writing.acknowledged.length
      await expect.poll(() => writing.acknowledged.length - before, { timeout: 60_000 }).toBeGreaterThan(25)
      const victim = instances[round] as Instance
      await victim.kill()
      await expect.poll(() => writing.acknowledged.length - before, { timeout: 60_000 }).toBeGreaterThan(50)
      replace(victim, await startInstance(settings))
    }
    await writing.stop()
    await expectWhole(writing.acknowledged)
  })

  it('H7: stop on SIGTERM within ten seconds, and finish running requests, even with a second signal', async () => {
    const writing = startWriting(client, folderId)
    await expect.poll(() => writing.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(20)
    const leaving = instances[0] as Instance
    const began = performance.now()
    const code = leaving.stop()
    void leaving.stop()
    expect(await code).toBe(0)
    expect(performance.now() - began).toBeLessThan(10_000)
    replace(leaving, await startInstance(settings))
    await writing.stop()
    expect([...writing.others.keys()].filter((status) => ![0, 502, 503].includes(status))).toEqual([])
    await expectWhole(writing.acknowledged)
  })

  it('continue while a newer release migrates the database, and are replaced by it one after the other', async () => {
    const results = join(import.meta.dirname, '../../test-results')
    mkdirSync(results, { recursive: true })
    const next = mkdtempSync(join(results, 'next-release-'))
    cpSync(dirname(dirname(builtProgram)), next, { recursive: true })
    const migration = `alter table messages add column of_the_next_release text not null default '';
      create table of_the_next_release (id uuid primary key);`
    writeFileSync(join(next, 'server/migrations/9999_of_the_next_release.sql'), migration)
    const newer = () => startInstance(settings, join(next, 'server/main.js'))
    try {
      const writing = startWriting(client, folderId)
      await expect.poll(() => writing.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(20)
      const old = instances
      // Instances of the previous release keep running next to it, before and after the migration.
      instances = [...old, await newer()]
      proxy.ports.push(instances[clones]?.port ?? 0)
      const since = writing.acknowledged.length
      await expect.poll(() => writing.acknowledged.length - since, { timeout: 60_000 }).toBeGreaterThan(30)
      expect([...writing.others.keys()], 'no reply was anything but "saved"').toEqual([])
      for (const each of old) {
        proxy.ports.splice(proxy.ports.indexOf(each.port), 1)
        expect(await each.stop()).toBe(0)
      }
      instances = instances.slice(clones)
      await writing.stop()
      await expectWhole(writing.acknowledged)

      const tooOld = await launchInstance(settings)
      expect(await tooOld.ended).toBe(1)
      await expect.poll(() => tooOld.output()).toContain('A newer release of the portal has used this database')
    } finally {
      rmSync(next, { recursive: true, force: true })
    }
  })
})
