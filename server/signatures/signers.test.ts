// Several people sign: in their order, each once, on top of what was signed before.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRights, company, contactIn, documentIn, emailsTo } from '../../tests/contacts.ts'
import { contractInput } from '../../tests/contracts.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { checkAccessible } from '../../tests/pdf/check-accessible.ts'
import { bytesOf, expectSealed } from '../../tests/sealed.ts'
import { type Answer, type Caller, createTestApp, fixturePassword, type TestApp } from '../../tests/test-app.ts'
import { addDocument } from '../../tests/uploads.ts'
import { verifyAll } from '../backup/verify.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const signature = (name: string) => ({ consent: true, kind: 'typed', name, password: fixturePassword })
const sign = async (who: Caller, path: string, name = 'A signer') => {
  await who.get(path.startsWith('/api/contracts') ? `${path}/pdf` : `${path}/file`)
  return who.post(`${path}/signature`, signature(name))
}
const refusalOf = ({ status, body }: Answer) => [status, body.issues?.[0]?.message ?? body.message]
const named = (signers: { name: string; status: string }[]) => signers.map(({ name, status }) => `${name} ${status}`)

/** A company with Ann as its client and two contacts who may sign. */
async function acme() {
  const folderId = await company(testApp)
  const rights = { ...allRights, sign: true }
  const ben = await contactIn(testApp, folderId, rights)
  const cora = await contactIn(testApp, folderId, rights)
  return { folderId, ben, cora, annId: testApp.people.ann.id }
}
type Company = Awaited<ReturnType<typeof acme>>

const inOrder = ({ ben, annId }: Company) => [
  { userId: ben.userId, position: 1 },
  { userId: annId, position: 2 },
]

async function sent({ folderId }: Company, signers: object[], more: object = {}) {
  const answer = await testApp.alice.post(
    '/api/contracts',
    contractInput(testApp, { clientFolderId: folderId, signers, ...more }),
  )
  expect(answer.status, answer.text).toBe(201)
  return { ...answer.body, path: `/api/contracts/${answer.body.id}` } as { id: string; path: string; version: number }
}

const read = async (path: string, who = testApp.alice) => (await who.get(path)).body

describe('a contract with two signers in order', () => {
  it('is signed one after the other, and is active when both have', async () => {
    const their = await acme()
    const { path } = await sent(their, inOrder(their), { signBy: '2026-12-15' })
    expect((await sign(testApp.ann, path)).status).toBe(409)
    expect((await sign(their.ben.cora, path, 'Ben One')).body).toMatchObject({ status: 'draft', signature: null })
    const { status, body } = await sign(testApp.ann, path, 'Ann Keller')
    expect([status, body.status]).toEqual([201, 'active'])
    expect(body.signers.map((each: { status: string }) => each.status)).toEqual(['signed', 'signed'])
    expect(body).toMatchObject({ signBy: '2026-12-15', signature: { signerName: 'Cora Lind, Ann Keller' } })
  })

  it('waits for the first: the second can’t sign or decline yet, and is told whom it waits for', async () => {
    const their = await acme()
    const { path } = await sent(their, inOrder(their))
    const sentence = 'It isn’t your turn to sign yet. Waiting for Cora Lind.'
    expect(refusalOf(await sign(testApp.ann, path))).toEqual([409, sentence])
    expect(refusalOf(await testApp.ann.post(`${path}/refusal`, { reason: 'No' }))).toEqual([409, sentence])
    expect((await read(path, testApp.ann)).allowed).toEqual(['download', 'delegate'])
    expect((await read(path, their.ben.cora)).allowed).toEqual(['download', 'sign', 'decline', 'delegate'])
    expect((await read(path, their.cora.cora)).allowed).toEqual(['download'])
  })

  it('is in the work queue of the next signer, who gets one email', async () => {
    const their = await acme()
    const { id, path } = await sent(their, inOrder(their))
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

  it('has a sealed copy for each signature, which continues the one before, from the PDF that was read', async () => {
    const their = await acme()
    const { path } = await sent(their, inOrder(their), { firmSignature: { password: fixturePassword } })
    const original = await bytesOf(testApp, `${path}/pdf`, their.ben.cora)
    await their.ben.cora.post(`${path}/signature`, signature('Ben One'))
    await testApp.runJobs()
    const first = await bytesOf(testApp, `${path}/pdf`)
    await testApp.ann.post(`${path}/signature`, signature('Ann Keller'))
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

  it('can be signed at the same time by two with the same place, and once by each', async () => {
    const their = await acme()
    const { ben, annId } = their
    const both = [ben.userId, annId].map((userId) => ({ userId, position: 1 }))
    const { path } = await sent(their, both)
    for (const who of [testApp.ann, ben.cora]) await who.get(`${path}/pdf`)
    const answers = await Promise.all(
      [testApp.ann, ben.cora, testApp.ann, ben.cora].map((who) => who.post(`${path}/signature`, signature('A signer'))),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409])
    expect((await read(path)).status).toBe('active')
    await testApp.runJobs()
    await expectSealed(testApp, await bytesOf(testApp, `${path}/pdf`), 'contract', 2)
  })

  it('is declined for all by one, and reaches everyone who was told to sign', async () => {
    const their = await acme()
    const { path } = await sent(their, inOrder(their))
    await sign(their.ben.cora, path)
    const before = (await emailsTo(testApp, their.ben.email)).length
    expect((await testApp.ann.post(`${path}/refusal`, { reason: 'Too dear' })).body.status).toBe('declined')
    const after = await read(path)
    expect(named(after.signers)).toEqual(['Cora Lind signed', 'Ann Keller declined'])
    expect(after).toMatchObject({ reason: 'Too dear', signature: null })
    expect((await emailsTo(testApp, their.ben.email)).slice(before).map(({ subject }) => subject)).toEqual([
      'A contract from ProHR was declined',
    ])
    expect((await sign(their.ben.cora, path)).status).toBe(409)
  })

  it('can’t be edited after the first signature', async () => {
    const their = await acme()
    const { path } = await sent(their, inOrder(their))
    await sign(their.ben.cora, path)
    expect(refusalOf(await testApp.alice.put(path, { terms: 'New terms' }))).toEqual([
      409,
      'Someone has already signed this contract. Cancel it and create a new one.',
    ])
  })
})

describe('a team member who signs', () => {
  it('after the client signs an active contract, whose copy has one more signature', async () => {
    const their = await acme()
    const signers = [
      { userId: their.annId, position: 1 },
      { userId: testApp.people.sam.id, position: 2 },
    ]
    const { path } = await sent(their, signers)
    expect((await sign(testApp.sam, path)).status).toBe(409)
    expect((await sign(testApp.ann, path)).body.status).toBe('active')
    const { status, body } = await sign(testApp.sam, path, 'Sam Carter')
    expect([status, body.status]).toEqual([201, 'active'])
    await testApp.runJobs()
    await expectSealed(testApp, await bytesOf(testApp, `${path}/pdf`), 'contract', 2)
  })

  it('signs first or last, and can’t decline', async () => {
    const their = await acme()
    const between = [
      { userId: their.annId, position: 1 },
      { userId: testApp.people.sam.id, position: 2 },
      { userId: their.ben.userId, position: 3 },
    ]
    const input = contractInput(testApp, { clientFolderId: their.folderId, signers: between })
    expect(refusalOf(await testApp.alice.post('/api/contracts', input))).toEqual([
      400,
      'A team member signs first or last.',
    ])
    const first = [
      { userId: testApp.people.sam.id, position: 1 },
      { userId: their.annId, position: 2 },
    ]
    const { path } = await sent(their, first)
    expect((await testApp.sam.post(`${path}/refusal`, { reason: 'No' })).status).toBe(403)
    expect((await sign(testApp.ann, path)).status).toBe(409)
    expect((await sign(testApp.sam, path)).body.status).toBe('draft')
    expect((await sign(testApp.ann, path)).body.status).toBe('active')
  })
})

describe('a contract can’t be sent', () => {
  it.each<[string, (their: Company) => Promise<object[]> | object[], string]>([
    [
      'to the same person twice',
      ({ annId }) => [1, 2].map((position) => ({ userId: annId, position })),
      'Choose each person only once.',
    ],
    [
      'to no one of the client’s side',
      () => [{ userId: testApp.people.sam.id, position: 1 }],
      'Choose at least one person on the client’s side.',
    ],
    ['to no one', () => [], 'Choose who signs.'],
    [
      'to the client of another folder',
      () => [{ userId: testApp.people.sue.id, position: 1 }],
      'Choose the client, a contact with permission to sign, or a team member of this folder.',
    ],
    ['to a place before the first', ({ annId }) => [{ userId: annId, position: 0 }], 'The order starts at 1.'],
    [
      'to a contact without the right to sign',
      async ({ folderId }) => [{ userId: (await contactIn(testApp, folderId, allRights)).userId, position: 1 }],
      'Choose the client, a contact with permission to sign, or a team member of this folder.',
    ],
    [
      'to a contact who can’t see contracts',
      async ({ folderId }) => [
        { userId: (await contactIn(testApp, folderId, { documents: true, sign: true })).userId, position: 1 },
      ],
      'Choose the client, a contact with permission to sign, or a team member of this folder.',
    ],
  ])('%s', async (_what, choose, sentence) => {
    const their = await acme()
    const signers = await choose(their)
    const input = contractInput(testApp, { clientFolderId: their.folderId, signers })
    expect(refusalOf(await testApp.alice.post('/api/contracts', input))).toEqual([400, sentence])
  })
})

describe('who can’t sign a contract of others', () => {
  it('is everyone who isn’t a signer: 403 for those who see it, 404 for those who don’t', async () => {
    const their = await acme()
    const { path } = await sent(their, inOrder(their))
    for (const who of [their.cora.cora, testApp.alice, testApp.sam])
      expect((await who.post(`${path}/signature`, signature('X'))).status).toBe(403)
    for (const who of [testApp.sue, testApp.eve].filter(Boolean))
      expect((await who.post(`${path}/signature`, signature('X'))).status).toBe(404)
    expect((await testApp.visitor.post(`${path}/signature`, signature('X'))).status).toBe(401)
  })

  it('is a removed contact, and one whose right was taken away, until the team replaces them', async () => {
    const their = await acme()
    const { path } = await sent(their, inOrder(their))
    await testApp.alice.patch(`/api/folder-contacts/${their.ben.id}`, { sign: false })
    expect(refusalOf(await sign(their.ben.cora, path))).toEqual([
      403,
      'You no longer have permission to sign for this client. Ask the client or your consultant.',
    ])
    expect((await read(path)).signers[0]).toMatchObject({ canSign: false, status: 'pending' })
    await testApp.alice.delete(`/api/folder-contacts/${their.ben.id}`)
    expect((await sign(their.ben.cora, path)).status).toBe(404)
    const change = { signers: [{ userId: their.annId, position: 1 }], signBy: null }
    const changed = await testApp.alice.put(`${path}/signers`, change)
    expect([changed.status, named(changed.body.signers)]).toEqual([200, ['Ann Keller pending']])
    expect((await sign(testApp.ann, path)).body.status).toBe('active')
  })
})

describe('the signers who haven’t signed', () => {
  it('are replaced by an administrator, and a contract becomes active if everyone who is left has signed', async () => {
    const their = await acme()
    const { path } = await sent(their, inOrder(their))
    await sign(their.ben.cora, path)
    const put = (who: Caller, signers: object[]) => who.put(`${path}/signers`, { signers, signBy: null })
    expect((await put(testApp.sam, [])).status).toBe(403)
    expect((await put(testApp.ann, [])).status).toBe(403)
    expect((await put(testApp.sue, [])).status).toBe(404)
    expect(refusalOf(await put(testApp.alice, [{ userId: their.ben.userId, position: 1 }]))).toEqual([
      400,
      'Choose each person only once.',
    ])
    const added = await put(testApp.alice, [{ userId: their.cora.userId, position: 1 }])
    expect(named(added.body.signers)).toEqual(['Cora Lind signed', 'Cora Lind pending'])
    expect((await sign(testApp.ann, path)).status).toBe(403)
    expect((await put(testApp.alice, [])).body.status).toBe('active')
    expect((await put(testApp.alice, [])).status).toBe(409)
  })

  it('delegate their signature to another contact, who takes their place and turn', async () => {
    const their = await acme()
    const { ben, cora } = their
    const { path } = await sent(their, inOrder(their))
    const delegate = (who: Caller, userId: string) => who.post(`${path}/delegation`, { userId })
    expect((await delegate(testApp.alice, cora.userId)).status).toBe(403)
    expect((await delegate(cora.cora, testApp.people.ann.id)).status).toBe(403)
    expect((await delegate(ben.cora, testApp.people.sam.id)).status).toBe(400)
    expect((await delegate(testApp.sue, cora.userId)).status).toBe(404)
    expect(refusalOf(await delegate(ben.cora, testApp.people.ann.id))).toEqual([
      409,
      'This person is already a signer. Choose someone else.',
    ])
    const { status, body } = await delegate(ben.cora, cora.userId)
    expect([status, body.signers[0]]).toMatchObject([201, { userId: cora.userId, delegatedByName: 'Cora Lind' }])
    expect((await sign(ben.cora, path)).status).toBe(403)
    expect((await sign(cora.cora, path)).status).toBe(201)
    expect((await emailsTo(testApp, cora.email)).map(({ subject }) => subject)).toContain(
      'You’ve been asked to sign a contract from ProHR',
    )
    expect((await delegate(cora.cora, ben.userId)).status).toBe(409)
  })

  it('can be looked up by the team and by those who may sign, but not by other contacts', async () => {
    const { folderId, ben, cora } = await acme()
    const bare = await contactIn(testApp, folderId, allRights)
    const path = `/api/client-folders/${folderId}/possible-signers?for=contracts`
    const ids = async (who: Caller) => (await who.get(path)).body.map(({ userId }: { userId: string }) => userId)
    expect(await ids(testApp.alice)).toEqual(
      expect.arrayContaining([testApp.people.ann.id, ben.userId, cora.userId, testApp.people.sam.id]),
    )
    expect(await ids(ben.cora)).toEqual([testApp.people.ann.id, cora.userId])
    expect((await bare.cora.get(path)).status).toBe(403)
    expect((await testApp.sue.get(path)).status).toBe(404)
  })
})

describe('a document with two signers', () => {
  it('is signed when both have, and each sealed copy continues the one before', async () => {
    const their = await acme()
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
    const their = await acme()
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

describe('a folder without a client yet', () => {
  it('can have a contract and a document to sign, which wait for its client', async () => {
    const input = { name: 'No Client Yet', services: 'HR', assignedStaffId: testApp.people.sam.id }
    const { id: clientFolderId } = (await testApp.alice.post('/api/client-folders', input)).body
    const contract = await testApp.alice.post('/api/contracts', contractInput(testApp, { clientFolderId }))
    const document = await addDocument(testApp.sam, clientFolderId, { requiresSignature: true })
    const waiting = [{ userId: null, side: 'client', status: 'pending', canSign: false, canDelegate: false }]
    expect([contract.status, contract.body.signers]).toMatchObject([201, waiting])
    expect([document.status, document.body.signers]).toMatchObject([201, waiting])
    expect((await testApp.alice.get(`/api/contracts?clientFolderId=${clientFolderId}`)).status).toBe(200)
    expect((await testApp.sam.get(`/api/client-folders/${clientFolderId}/documents`)).status).toBe(200)
  })
})
