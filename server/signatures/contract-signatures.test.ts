// Signing contracts: by whom, when, once; and the sealed PDF.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { whenTaken } from '../../tests/when-taken.ts'
import { bytesOf, expectRowsOfPdfs, expectSealed, storedPdfs } from '../../tests/sealed.ts'
import { drawn, typedSignature } from '../../tests/signatures.ts'
import { checkAccessible } from '../../tests/pdf/check-accessible.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { contractInput } from '../../tests/contracts.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
let leftBefore: string[]
beforeAll(async () => {
  testApp = await createTestApp()
  leftBefore = await storedPdfs(testApp)
})
afterAll(() => testApp.close())
beforeEach(() => testApp.db.run(sql`update uploads set created_at = created_at - interval '2 days'`))

async function signedContract(signature: object = typedSignature, more: Record<string, unknown> = {}) {
  const { body } = await testApp.alice.post('/api/contracts', contractInput(testApp, more))
  const path = `/api/contracts/${body.id}`
  const original = await bytesOf(testApp, `${path}/pdf`)
  const answer = await testApp.ann.post(`${path}/signature`, signature)
  expect(answer.status, answer.text).toBe(201)
  return { id: body.id as string, number: body.contractNumber as string, path, original }
}

describe('a signed contract', () => {
  it('has a sealed PDF that begins with the original, and a certificate', async () => {
    const { id, number, path, original } = await signedContract()
    expect((await testApp.ann.get(path)).body).toMatchObject({
      status: 'active',
      signedAt: expect.any(String),
      signature: { signerName: 'Ann Keller', sealedAt: null },
    })
    await testApp.runJobs()
    expect((await testApp.ann.get(path)).body.signature.sealedAt).toEqual(expect.any(String))
    const sealed = await bytesOf(testApp, `${path}/pdf`)
    await expectSealed(testApp, sealed, 'contract')
    expect(await checkAccessible(sealed)).toEqual([])
    expect(sealed.subarray(0, original.length).equals(original)).toBe(true)
    const certificate = await bytesOf(testApp, `${path}/certificate`)
    await expectSealed(testApp, certificate, 'certificate')
    const text = await textOf(certificate)
    const { shown } = await testApp.db.one(
      typed(z.object({ shown: z.string() }))`select shown_sha256 as shown from signatures where entity_id = ${id}`,
    )
    for (const fact of [number, 'Ann M. Keller', 'Created the contract', 'Opened the contract', shown])
      expect(text).toContain(fact)
    expect((await bytesOf(testApp, `${path}/pdf?original=1`)).equals(original)).toBe(true)
    const line = (await testApp.auditLog()).find(
      ({ action, entityId }) => action === 'contract.sealed' && entityId === id,
    )
    expect(line?.details.papers).toHaveLength(2)
  })

  it('is accessible with a drawn signature as well', async () => {
    const { path } = await signedContract(drawn)
    await testApp.runJobs()
    const sealed = await bytesOf(testApp, `${path}/pdf`)
    expect(await checkAccessible(sealed)).toEqual([])
    await expectSealed(testApp, sealed, 'contract')
  })

  it('notifies the client, the staff member, and the administrator who created it, and is shown as signed after its end', async () => {
    const before = (await testApp.mail()).length
    const { path } = await signedContract()
    const emails = (await testApp.mail())
      .slice(before)
      .filter(({ subject }) => /signed/.test(subject) && !/waiting/.test(subject))
    expect(emails.map(({ to }) => to).toSorted()).toEqual(['alice@example.com', 'ann@example.com', 'sam@example.com'])
    await testApp.alice.patch(`${path}/status`, { status: 'terminated', reason: 'Over' })
    await testApp.runJobs()
    expect(await textOf(await bytesOf(testApp, `${path}/pdf`))).not.toContain('Terminated')
  })

  it('cannot be changed by any call', async () => {
    const { path, id } = await signedContract()
    await testApp.runJobs()
    const sealed = await bytesOf(testApp, `${path}/pdf`)
    for (const who of [testApp.alice, testApp.mona]) {
      expect((await who.put(path, { terms: 'Others' })).status).toBe(409)
      expect((await who.patch(`${path}/status`, { status: 'cancelled' })).status).toBe(409)
    }
    expect((await testApp.sam.put(path, { terms: 'Others' })).status).toBe(403)
    expect((await testApp.ann.put(path, { terms: 'Others' })).status).toBe(403)
    expect((await testApp.ann.post(`${path}/refusal`, { reason: 'Late' })).status).toBe(409)
    await testApp.alice.patch(`${path}/status`, { status: 'completed' })
    expect((await bytesOf(testApp, `${path}/pdf`)).equals(sealed)).toBe(true)
    expect(await testApp.db.rows(sql`select from signatures where entity_id = ${id}`)).toHaveLength(1)
  })
})

describe('signing a contract', () => {
  const draft = async () => {
    const { body } = await testApp.alice.post('/api/contracts', contractInput(testApp))
    return `/api/contracts/${body.id}`
  }
  const sign = (who: Caller, path: string) => who.post(`${path}/signature`, typedSignature)

  it('allows only the client of its folder', async () => {
    const path = await draft()
    for (const who of [testApp.sam, testApp.alice, testApp.mona]) {
      await who.get(`${path}/pdf`)
      expect((await sign(who, path)).status).toBe(403)
    }
    for (const who of [testApp.sue, testApp.eve]) expect((await sign(who, path)).status).toBe(404)
    expect((await sign(testApp.visitor, path)).status).toBe(401)
  })

  it('requires the PDF of the current text to have been opened', async () => {
    const path = await draft()
    const sentence = 'Open the contract as it is now and read it to the end before you sign.'
    const unread = await sign(testApp.ann, path)
    expect([unread.status, unread.body.message]).toEqual([409, sentence])
    await testApp.ann.get(`${path}/pdf`)
    expect((await testApp.alice.put(path, { terms: 'Net 15.' })).status).toBe(200)
    const older = await sign(testApp.ann, path)
    expect([older.status, older.body.message]).toEqual([409, sentence])
    await testApp.ann.get(`${path}/pdf?original=1`)
    expect((await sign(testApp.ann, path)).status).toBe(201)
    await testApp.runJobs()
    expect(await textOf(await bytesOf(testApp, `${path}/pdf`))).toContain('Net 15.')
  })

  it('twice, and for nine of ten concurrent requests', async () => {
    const path = await draft()
    await testApp.ann.get(`${path}/pdf`)
    const answers = await Promise.all(Array.from({ length: 10 }, () => whenTaken(() => sign(testApp.ann, path))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
  })

  it('names the reason after it was declined or cancelled', async () => {
    const declined = await draft()
    await testApp.ann.get(`${declined}/pdf`)
    const answer = await testApp.ann.post(`${declined}/refusal`, { reason: 'Too expensive.' })
    expect([answer.status, answer.body.status, answer.body.reason]).toEqual([201, 'declined', 'Too expensive.'])
    expect((await sign(testApp.ann, declined)).body.message).toBe('This contract was declined. Create a new one.')
    const cancelled = await draft()
    await testApp.ann.get(`${cancelled}/pdf`)
    await testApp.alice.patch(`${cancelled}/status`, { status: 'cancelled' })
    expect((await sign(testApp.ann, cancelled)).status).toBe(409)
    expect((await testApp.sam.post(`${cancelled}/refusal`, { reason: 'x' })).status).toBe(403)
    expect((await testApp.ann.post(`${await draft()}/refusal`, { reason: ' ' })).status).toBe(400)
  })

  it('never happens together with a concurrent cancellation', async () => {
    for (let i = 0; i < 6; i++) {
      const path = await draft()
      await testApp.ann.get(`${path}/pdf`)
      const [signing, cancelling, editing] = await Promise.all([
        sign(testApp.ann, path),
        testApp.alice.patch(`${path}/status`, { status: 'cancelled' }),
        testApp.mona.put(path, { terms: 'Others' }),
      ])
      const { status } = (await testApp.alice.get(path)).body
      expect(status).toBe(signing.status === 201 ? 'active' : 'cancelled')
      expect([signing.status, cancelling.status].filter((each) => each < 300)).toHaveLength(1)
      expect([200, 409]).toContain(editing.status)
    }
  })
})

it('every stored PDF has its row, and every row its file', () => expectRowsOfPdfs(testApp, leftBefore))
