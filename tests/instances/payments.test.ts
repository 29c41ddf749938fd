// Payments while instances are killed: each one that was acknowledged is recorded, and recorded once.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabases, type Databases } from './database.ts'
import { type Instance, type Proxy, startInstance, startProxy } from './fleet.ts'
import { callOn, everyItem, firstFolder, readFrom, signInAt, startPaying, type Way } from './writers.ts'

let databases: Databases
let proxy: Proxy
let settings: NodeJS.ProcessEnv
let instances: Instance[]
let admin: Way
let invoiceId: string

beforeAll(async () => {
  databases = await openDatabases()
  const database = await databases.make()
  proxy = await startProxy()
  settings = { DATABASE_URL: `postgres://portal@127.0.0.1:${database.port}/postgres`, PUBLIC_URL: proxy.url }
  instances = await Promise.all([1, 2].map(() => startInstance(settings)))
  proxy.ports.push(...instances.map(({ port }) => port))
  admin = await signInAt(proxy.url, 'admin')
  const invoice = {
    clientFolderId: await firstFolder(await signInAt(proxy.url, 'client')),
    lineItems: [{ description: 'Consulting', quantity: 1, rate: 10_000_000 }],
    dueDate: '2099-01-01',
  }
  const created = await callOn(admin)('POST', '/api/invoices', invoice)
  invoiceId = ((await created.json()) as { id: string }).id
  const sent = await callOn(admin)('PATCH', `/api/invoices/${invoiceId}/status`, { status: 'sent' })
  expect([created.status, sent.status]).toEqual([201, 200])
})

afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.stop()))
  proxy.close()
  await databases.remove()
})

interface Entry {
  reference: string
  amount: number
  balance: number
}

it('H1: no acknowledged payment is lost, and none is recorded twice, when an instance is killed', async () => {
  const paying = startPaying(admin, invoiceId)
  for (const victim of instances) {
    const before = paying.acknowledged.length
    await expect.poll(() => paying.acknowledged.length - before, { timeout: 60_000 }).toBeGreaterThan(15)
    await victim.kill()
    await expect.poll(() => paying.acknowledged.length - before, { timeout: 60_000 }).toBeGreaterThan(30)
    const after = await startInstance(settings)
    instances = instances.map((each) => (each === victim ? after : each))
    proxy.ports.splice(proxy.ports.indexOf(victim.port), 1, after.port)
  }
  await paying.stop()
  const entries = await everyItem<Entry>(admin, `/api/invoices/${invoiceId}/payments`)
  const references = entries.map(({ reference }) => reference)
  expect(references.toSorted()).toEqual(paying.acknowledged.toSorted())
  const { total, amountPaid } = await readFrom<{ total: number; amountPaid: number }>(
    admin,
    `/api/invoices/${invoiceId}`,
  )
  expect(amountPaid).toBe(entries.length)
  // Each balance follows from the one before it.
  expect(entries.map(({ balance }) => balance)).toEqual(entries.map((_, at) => total - entries.length + at))
  expect(await readFrom(admin, '/api/audit/verification')).toMatchObject({ whole: true })
})
