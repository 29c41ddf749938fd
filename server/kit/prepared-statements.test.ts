// However many different lists are requested, each database connection prepares a bounded number of statements.
import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { PreparedStatements } from './prepared-statements.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const connections = 10

/** The result of a statement on each connection of the pool, with all connections in use at the same time. */
async function onEach<T>(statement: string): Promise<T[]> {
  const clients: pg.PoolClient[] = []
  for (let i = 0; i < connections; i++) clients.push(await testApp.db.pool.connect())
  const rows = await Promise.all(clients.map((client) => client.query(statement)))
  for (const client of clients) client.release()
  return rows.map(({ rows: [row] }) => row as T)
}

const prepared = async () =>
  (await onEach<{ count: number }>('select count(*)::int as count from pg_prepared_statements')).map(
    ({ count }) => count,
  )

/** The private memory of each connection's server process. */
const megabytes = async () =>
  (await onEach<{ pid: number }>('select pg_backend_pid() as pid')).map(({ pid }) => {
    const [, kilobytes = 'unknown'] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) / 1024
  })

/** 5,000 different list addresses. */
function addresses(): string[] {
  const cursor = Buffer.from(JSON.stringify(['01890a5d-ac96-774b-bcce-b302099a8057'])).toString('base64url')
  const filters = [
    '',
    `&clientFolderId=${testApp.folders.acme.id}`,
    '&q=a',
    `&order=newest&cursor=${cursor}`,
    '&order=amount',
  ]
  const statuses = {
    invoices: ['draft', 'sent', 'overdue', 'paid', 'void'],
    contracts: ['draft', 'active', 'completed'],
    proposals: ['draft', 'sent', 'expired'],
  }
  const all: string[] = []
  for (let limit = 1; limit <= 200; limit++)
    for (const [noun, each] of Object.entries(statuses))
      for (const filter of [...filters, ...each.map((status) => `&status=${status}`)])
        all.push(`/api/${noun}?limit=${limit}${filter}`)
  return all.slice(0, 5000)
}

describe('a connection', () => {
  it('does not grow in memory over 5,000 different list addresses', { timeout: 300_000 }, async () => {
    const before = await megabytes()
    const all = addresses()
    expect(new Set(all).size).toBe(5000)
    for (let start = 0; start < all.length; start += 20)
      await Promise.all(all.slice(start, start + 20).map((address) => testApp.alice.get(address)))
    const counts = await prepared()
    const after = await megabytes()
    const highest = (of: number[]) => Math.max(...of)
    process.stdout.write(
      `prepared statements: ${highest(counts)} at most; memory: ${highest(before).toFixed(1)} to ${highest(after).toFixed(1)} MB a connection\n`,
    )
    expect(highest(counts)).toBeGreaterThan(0)
    expect(highest(counts)).toBeLessThanOrEqual(200)
    expect(highest(after)).toBeLessThan(40)
  })
})

describe('a prepared statement', () => {
  it('gets a name at its third use, and none once 200 have names', () => {
    const statements = new PreparedStatements()
    expect([1, 2, 3, 4].map(() => statements.nameOf('select 1'))).toEqual([undefined, undefined, 's0', 's0'])
    for (let text = 0; text < 5000; text++) for (let use = 0; use < 3; use++) statements.nameOf(`select ${text}, 2`)
    const names = Array.from({ length: 5000 }, (_, text) => statements.nameOf(`select ${text}, 2`))
    expect(names.filter((name) => name !== undefined)).toHaveLength(199)
    expect(statements.nameOf('select 1')).toBe('s0')
  })
})
