import { expect, it } from 'vitest'
import { z } from 'zod'
import { toJsonPage } from './json-page.ts'
import { checkRows } from './row-types.ts'

checkRows()

const Named = z.object({ id: z.string(), name: z.string() })
const rowOf = (id: string, more: object = {}) => ({ id, json: JSON.stringify({ id, name: `Name ${id}`, ...more }) })

it('merges PostgreSQL’s JSON with the domain’s additions', () => {
  const page = toJsonPage(Named, [rowOf('1'), rowOf('2')], { limit: 2 }, ({ id }) => ({ allowed: [`edit ${id}`] }))
  expect(page.json).toBe(
    '[{"id":"1","name":"Name 1","allowed":["edit 1"]},{"id":"2","name":"Name 2","allowed":["edit 2"]}]',
  )
  expect(page.items[1]?.allowed).toEqual(['edit 2'])
  expect(page.next).toBeNull()
})

it('is an empty list without rows', () => expect(toJsonPage(Named, [], { limit: 2 }).json).toBe('[]'))

it('has a next page if there is one more row', () => {
  const { items, next } = toJsonPage(Named, [rowOf('1'), rowOf('2'), rowOf('3')], { limit: 2 })
  expect(items).toHaveLength(2)
  expect(next).not.toBeNull()
})

it('refuses, in tests, a column that the schema does not name', () => {
  expect(() => toJsonPage(Named, [rowOf('1', { password: 'x' })], { limit: 2 })).toThrow('schema')
})
