// A file that was kept and is gone is no hiccup: nobody is asked to try again in a moment, and the log says which one it is.
import { z } from 'zod'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDocument } from '../../tests/uploads.ts'
import { createWorld, type World } from '../../tests/world.ts'
import { openLog } from '../kit/log.ts'
import { typed } from '../kit/row-types.ts'

let world: World
const lines: string[] = []
beforeAll(async () => {
  world = await createWorld({}, { log: openLog('error', { write: (line) => void lines.push(line) }) })
})
afterAll(() => world.close())

it('a file that is gone from the store is a fault, told with a number and written down with its key', async () => {
  const { id } = (await addDocument(world.sam, world.folders.acme.id)).body
  const { key } = await world.db.one(
    typed(z.object({ key: z.string() }))`select storage_key as key from documents where id = ${id}`,
  )
  expect((await world.ann.get(`/api/documents/${id}/file`)).status).toBe(200)
  await world.parts.files.remove(key)
  const answer = await world.ann.get(`/api/documents/${id}/file`)
  expect([answer.status, answer.body.code]).toEqual([500, 'fault'])
  expect(answer.body.message).toContain(answer.body.reference)
  expect(answer.text).not.toContain(key)
  const [line = '{}'] = lines
  expect(JSON.parse(line)).toMatchObject({ level: 50, reqId: answer.body.reference, msg: 'a fault' })
  expect(line).toContain(key)
})
