// Several people sign in order, each once, and each signature is added to the previous file.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentIn, emailsTo } from '../../tests/contacts.ts'
import { contractInput } from '../../tests/contracts.ts'
import { checkAccessible } from '../../tests/pdf/check-accessible.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { bytesOf, expectSealed } from '../../tests/sealed.ts'
import {
  companyWithSigners,
  inOrder,
  namesOf,
  refusalOf,
  sentContract,
  sign,
  typedSignature,
} from '../../tests/several-signers.ts'
import { type Caller, createTestApp, fixturePassword, type TestApp } from '../../tests/test-app.ts'
import { verifyAll } from '../backup/verify.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const read = async (path: string, who = testApp.alice) => (await who.get(path)).body

describe('a contract with two signers in order', () => {
  it('is signed one after the other, and is active when both have signed', async () => {
    const their = await companyWithSigners(testApp)
    const { path } = await sentContract(testApp, their, inOrder(their), { signBy: '2026-12-15' })
    expect((await sign(testApp.ann, path)).status).toBe(409)
    expect((await sign(their.ben.cora, path, 'Ben One')).body).toMatchObject({ status: 'draft', signature: null })
    const { status, body } = await sign(testApp.ann, path, 'Ann Keller')
    expect([status, body.status]).toEqual([201, 'active'])
    expect(body.signers.map((each: { status: string }) => each.status)).toEqual(['signed', 'signed'])
    expect(body).toMatchObject({ signBy: '2026-12-15', signature: { signerName: 'Cora Lind and Ann Keller' } })
  })

  it('waits for the first signer: the second can’t sign or decline yet, and sees who signs first', async () => {
    const their = await companyWithSigners(testApp)
    const { path } = await sentContract(testApp, their, inOrder(their))
    const sentence = 'It isn’t your turn to sign yet. Waiting for Cora Lind.'
    expect(refusalOf(await sign(testApp.ann, path))).toEqual([409, sentence])
    expect(refusalOf(await testApp.ann.post(`${path}/refusal`, { reason: 'No' }))).toEqual([409, sentence])
    expect((await read(path, testApp.ann)).allowed).toEqual(['download', 'delegate'])
    expect((await read(path, their.ben.cora)).allowed).toEqual(['download', 'sign', 'decline', 'delegate'])
    expect((await read(path, their.cora.cora)).allowed).toEqual(['download'])
  })

  it('is in the work queue of the next signer, who gets one email', async () => {
    const their = await companyWithSigners(testApp)
    const { id, path } = await sentContract(testApp, their, inOrder(their))
    const queued = async (who: Caller) =>
      (await who.get('/api/to-dos')).body.items.some((item: { id: string }) => item.id === id)
    expect([await queued(testApp.ann), await queued(their.ben.cora)]).toEqual([false, true])
    const before = (await emailsTo(testApp, 'ann@example.com')).length
    await sign(their.ben.cora, path)
    expect([await queued(testApp.ann), await queued(their.ben.cora)]).toEqual([true, false])
    const subjects = (await emailsTo(testApp, 'ann@example.com')).slice(before).map(({ subject }) => subject)
    expect(subjects).toEqual(['It’s your turn to sign a contract from ProHR'])
    const ofBen = (await emailsTo(testApp, their.ben.email)).map(({ subject }) => subject)
    expect(ofBen.filter((subject) => subject.includes('contract'))).toEqual([
      'ProHR sent you a contract to sign',
      'You signed a contract from ProHR',
    ])
  })

  it('has a sealed copy for each signature, which extends the previous one, starting with the PDF that was read', async () => {
    const their = await companyWithSigners(testApp)
    const { path } = await sentContract(testApp, their, inOrder(their), {
      firmSignature: { password: fixturePassword },
    })
    const original = await bytesOf(testApp, `${path}/pdf`, their.ben.cora)
    await their.ben.cora.post(`${path}/signature`, typedSignature('Ben One'))
    await testApp.runJobs()
    const first = await bytesOf(testApp, `${path}/pdf`)
    await testApp.ann.post(`${path}/signature`, typedSignature('Ann Keller'))
    await testApp.runJobs()
    const second = await bytesOf(testApp, `${path}/pdf`)
    expect(first.subarray(0, original.length).equals(original)).toBe(true)
    expect(second.subarray(0, first.length).equals(first)).toBe(true)
    await expectSealed(testApp, first, 'contract', 2)
    await expectSealed(testApp, second, 'contract', 3)
    expect(await checkAccessible(second)).toEqual([])
    const certificate = await textOf(await bytesOf(testApp, `${path}/certificate`))
    for (const fact of ['Signer 1', 'Ben One', 'Signer 2', 'Ann Keller', 'Signer for the provider', 'Alice Moore'])
      expect(certificate).toContain(fact)
  })

  it('can be signed at the same time by two signers with the same position, once by each', async () => {
    const their = await companyWithSigners(testApp)
    const { ben, annId } = their
    const both = [ben.userId, annId].map((userId) => ({ userId, position: 1 }))
    const { path } = await sentContract(testApp, their, both)
    for (const who of [testApp.ann, ben.cora]) await who.get(`${path}/pdf`)
    const answers = await Promise.all(
      [testApp.ann, ben.cora, testApp.ann, ben.cora].map((who) =>
        who.post(`${path}/signature`, typedSignature('A signer')),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409])
    expect((await read(path)).status).toBe('active')
    await testApp.runJobs()
    await expectSealed(testApp, await bytesOf(testApp, `${path}/pdf`), 'contract', 2)
  })

  it('is declined for all by one, and everyone who was asked to sign is notified', async () => {
    const their = await companyWithSigners(testApp)
    const { path } = await sentContract(testApp, their, inOrder(their))
    await sign(their.ben.cora, path)
    const before = (await emailsTo(testApp, their.ben.email)).length
    expect((await testApp.ann.post(`${path}/refusal`, { reason: 'Too expensive' })).body.status).toBe('declined')
    const after = await read(path)
    expect(namesOf(after.signers)).toEqual(['Cora Lind signed', 'Ann Keller declined'])
    expect(after).toMatchObject({ reason: 'Too expensive', signature: null })
    expect((await emailsTo(testApp, their.ben.email)).slice(before).map(({ subject }) => subject)).toEqual([
      'A contract from ProHR was declined',
    ])
    expect((await sign(their.ben.cora, path)).status).toBe(409)
  })

  it('can’t be edited after the first signature', async () => {
    const their = await companyWithSigners(testApp)
    const { path } = await sentContract(testApp, their, inOrder(their))
    await sign(their.ben.cora, path)
    expect(refusalOf(await testApp.alice.put(path, { terms: 'New terms' }))).toEqual([
      409,
      'Someone has already signed this contract. Cancel it and create a new one.',
    ])
  })
})

describe('a team member who signs', () => {
  it('after the client signs an active contract, whose copy has one more signature', async () => {
    const their = await companyWithSigners(testApp)
    const signers = [
      { userId: their.annId, position: 1 },
      { userId: testApp.people.sam.id, position: 2 },
    ]
    const { path } = await sentContract(testApp, their, signers)
    expect((await sign(testApp.sam, path)).status).toBe(409)
    expect((await sign(testApp.ann, path)).body.status).toBe('active')
    const { status, body } = await sign(testApp.sam, path, 'Sam Carter')
    expect([status, body.status]).toEqual([201, 'active'])
    await testApp.runJobs()
    await expectSealed(testApp, await bytesOf(testApp, `${path}/pdf`), 'contract', 2)
  })

  it('signs first or last, and can’t decline', async () => {
    const their = await companyWithSigners(testApp)
    const between = [
      { userId: their.annId, position: 1 },
      { userId: testApp.people.sam.id, position: 2 },
      { userId: their.ben.userId, position: 3 },
    ]
    const input = contractInput(testApp, { clientFolderId: their.folderId, signers: between })
    expect(refusalOf(await testApp.alice.post('/api/contracts', input))).toEqual([
      400,
      'A team member must sign first or last.',
    ])
    const first = [
      { userId: testApp.people.sam.id, position: 1 },
      { userId: their.annId, position: 2 },
    ]
    const { path } = await sentContract(testApp, their, first)
    expect((await testApp.sam.post(`${path}/refusal`, { reason: 'No' })).status).toBe(403)
    expect((await sign(testApp.ann, path)).status).toBe(409)
    expect((await sign(testApp.sam, path)).body.status).toBe('draft')
    expect((await sign(testApp.ann, path)).body.status).toBe('active')
  })
})

describe('a document with two signers', () => {
  it('is signed when both have signed, and each sealed copy extends the previous one', async () => {
    const their = await companyWithSigners(testApp)
    const id = await documentIn(testApp, their.folderId)
    const path = `/api/documents/${id}`
    const request = { requiresSignature: true, signers: inOrder(their), signBy: '2026-12-20' }
    expect((await testApp.sam.patch(path, request)).body).toMatchObject({
      requiresSignature: true,
      signBy: '2026-12-20',
    })
    expect((await sign(testApp.ann, path)).status).toBe(409)
    expect((await sign(their.ben.cora, path)).body.isSigned).toBe(false)
    expect((await testApp.ann.get(`${path}/signed`)).status).toBe(409)
    expect((await testApp.sam.post(`${path}/withdrawal`, { reason: 'Wrong file' })).status).toBe(409)
    expect((await sign(testApp.ann, path)).body.isSigned).toBe(true)
    await testApp.runJobs()
    const sealed = await bytesOf(testApp, `${path}/signed`)
    const original = await bytesOf(testApp, `${path}/file`)
    expect(sealed.subarray(0, original.length).equals(original)).toBe(true)
    await expectSealed(testApp, sealed, 'document', 2)
  })

  it('can’t be requested again after one signed and another declined', async () => {
    const their = await companyWithSigners(testApp)
    const path = `/api/documents/${await documentIn(testApp, their.folderId)}`
    await testApp.sam.patch(path, { requiresSignature: true, signers: inOrder(their) })
    await sign(their.ben.cora, path)
    expect((await testApp.ann.post(`${path}/refusal`, { reason: 'Wrong' })).status).toBe(201)
    expect(refusalOf(await testApp.sam.patch(path, { requiresSignature: true }))).toEqual([
      409,
      'Someone signed this document before the request ended. Upload it again to request signatures.',
    ])
  })
})

it('leaves records that pass the verification, which finds a signature out of turn', async () => {
  const broken = async () => (await verifyAll(testApp.context, { quick: true, say: () => {} })).broken
  expect(await broken()).toEqual([])
  await testApp.db.run(sql`
    update signers set position = 9 where status = 'signed' and position = 1 and entity_id in (
      select entity_id from signers where status = 'signed' group by entity_id having count(*) > 1)`)
  expect((await broken()).length).toBeGreaterThan(0)
})
