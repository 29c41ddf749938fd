// A stored file that is missing is a fault and not a temporary error: the user is not asked to try again, and the log
// names its key.
import { z } from 'zod'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDocument } from '../../tests/uploads.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { openLog } from '../kit/log.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
const lines: string[] = []
beforeAll(async () => {
  testApp = await createTestApp({}, { log: openLog('error', { write: (line) => void lines.push(line) }) })
})
afterAll(() => testApp.close())

it('a missing stored file is a fault with a reference number, and the log names its key', async () => {
  const { id } = (await addDocument(testApp.sam, testApp.folders.acme.id)).body
  const { key } = await testApp.db.one(
    typed(z.object({ key: z.string() }))`select storage_key as key from documents where id = ${id}`,
  )
  expect((await testApp.ann.get(`/api/documents/${id}/file`)).status).toBe(200)
  await testApp.context.files.remove(key)
  const answer = await testApp.ann.get(`/api/documents/${id}/file`)
  expect([answer.status, answer.body.code]).toEqual([500, 'fault'])
  expect(answer.body.message).toContain(answer.body.reference)
  expect(answer.text).not.toContain(key)
  const [line = '{}'] = lines
  expect(JSON.parse(line)).toMatchObject({ level: 50, reqId: answer.body.reference, msg: 'a fault' })
  expect(line).toContain(key)
})
