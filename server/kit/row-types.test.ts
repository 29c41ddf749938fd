import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { typed } from './row-types.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const Named = z.object({ name: z.string() })

it('returns rows unchanged if they match their schema', async () => {
  const Row = z.object({
    day: z.iso.date(),
    at: z.date(),
    count: z.int(),
    amount: z.string(),
    more: z.object({ a: z.array(z.int()) }),
  })
  const statement = sql`
    select date '2026-11-22' as day, timestamptz '2026-11-22 12:00Z' as at, 9007199254740991 as count, 1.50 as amount, '{"a":[1]}'::jsonb as more`
  const row = {
    day: '2026-11-22',
    at: new Date('2026-11-22T12:00Z'),
    count: 9007199254740991,
    amount: '1.50',
    more: { a: [1] },
  }
  expect(await testApp.db.rows(typed(Row)`${statement}`)).toEqual([row])
  expect(await testApp.db.one(typed(Row)`${statement}`)).toEqual(row)
  expect(await testApp.db.maybe(typed(Row)`${statement} where false`)).toBeNull()
  expect(await testApp.db.found(typed(Row)`${statement}`)).toEqual([row])
})

it.each([
  ['a value of another type', sql`select 1 as name`],
  ['null where the schema has none', sql`select null::text as name`],
  ['a renamed column', sql`select 'Ann' as "firstName"`],
  ['an extra column', sql`select 'Ann' as name, 1 as extra`],
])('refuses %s', async (_, statement) => {
  await expect(testApp.db.rows(typed(Named)`${statement}`)).rejects.toThrow('schema')
  await expect(testApp.db.one(typed(Named)`${statement}`)).rejects.toThrow('schema')
  await expect(testApp.db.maybe(typed(Named)`${statement}`)).rejects.toThrow('schema')
  await expect(testApp.db.found(typed(Named)`${statement}`)).rejects.toThrow('schema')
})

it('refuses an extra key in a JSON column', async () => {
  const Row = z.object({ person: Named })
  await expect(testApp.db.rows(typed(Row)`select '{"name":"Ann","age":1}'::jsonb as person`)).rejects.toThrow('schema')
})

it('refuses a schema that would change the row, because production does not run it', async () => {
  const Row = z.object({ name: z.string().trim() })
  await expect(testApp.db.rows(typed(Row)`select ' Ann ' as name`)).rejects.toThrow('schema')
})

it('refuses a mismatched row within a transaction, which then writes nothing', async () => {
  const write = testApp.db.transaction({ actorId: null, address: 'test', requestId: 'test' }, async (tx) => {
    await tx.one(typed(Named)`update users set first_name = 'Changed' returning first_name`)
  })
  await expect(write).rejects.toThrow('schema')
  expect(await testApp.db.rows(sql`select from users where first_name = 'Changed'`)).toEqual([])
})
