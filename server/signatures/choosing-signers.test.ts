// Who can be a signer: chosen when a contract is sent, replaced, or named by the signer as a delegate.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRights, contactIn, emailsTo } from '../../tests/contacts.ts'
import { contractInput } from '../../tests/contracts.ts'
import {
  type Company,
  companyWithSigners,
  inOrder,
  namesOf,
  refusalOf,
  sentContract,
  sign,
  typedSignature,
} from '../../tests/several-signers.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { addDocument } from '../../tests/uploads.ts'
import { verifyAll } from '../backup/verify.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

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
    ['to a place before the first', ({ annId }) => [{ userId: annId, position: 0 }], 'The first position is 1.'],
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
    const their = await companyWithSigners(testApp)
    const signers = await choose(their)
    const input = contractInput(testApp, { clientFolderId: their.folderId, signers })
    expect(refusalOf(await testApp.alice.post('/api/contracts', input))).toEqual([400, sentence])
  })
})

describe('who can’t sign a contract of others', () => {
  it('is everyone who isn’t a signer: 403 for those who see it, 404 for those who don’t', async () => {
    const their = await companyWithSigners(testApp)
    const { path } = await sentContract(testApp, their, inOrder(their))
    for (const who of [their.cora.cora, testApp.alice, testApp.sam])
      expect((await who.post(`${path}/signature`, typedSignature('X'))).status).toBe(403)
    for (const who of [testApp.sue, testApp.eve])
      expect((await who.post(`${path}/signature`, typedSignature('X'))).status).toBe(404)
    expect((await testApp.visitor.post(`${path}/signature`, typedSignature('X'))).status).toBe(401)
  })

  it('is a removed contact, and one whose right was taken away, until the team replaces them', async () => {
    const their = await companyWithSigners(testApp)
    const { path } = await sentContract(testApp, their, inOrder(their))
    await testApp.alice.patch(`/api/folder-contacts/${their.ben.id}`, { sign: false })
    expect(refusalOf(await sign(their.ben.cora, path))).toEqual([
      403,
      'You no longer have permission to sign for this client. Ask the client or your consultant.',
    ])
    expect((await testApp.alice.get(path)).body.signers[0]).toMatchObject({ canSign: false, status: 'pending' })
    await testApp.alice.delete(`/api/folder-contacts/${their.ben.id}`)
    expect((await sign(their.ben.cora, path)).status).toBe(404)
    const change = { signers: [{ userId: their.annId, position: 1 }], signBy: null }
    const changed = await testApp.alice.put(`${path}/signers`, change)
    expect([changed.status, namesOf(changed.body.signers)]).toEqual([200, ['Ann Keller pending']])
    expect((await sign(testApp.ann, path)).body.status).toBe('active')
  })
})

describe('the signers who haven’t signed', () => {
  it('are replaced by an administrator, and a contract becomes active if everyone who is left has signed', async () => {
    const their = await companyWithSigners(testApp)
    const { path } = await sentContract(testApp, their, inOrder(their))
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
    expect(namesOf(added.body.signers)).toEqual(['Cora Lind signed', 'Cora Lind pending'])
    expect((await sign(testApp.ann, path)).status).toBe(403)
    expect((await put(testApp.alice, [])).body.status).toBe('active')
    expect((await put(testApp.alice, [])).status).toBe(409)
  })

  it('delegate their signature to another contact, who takes their place and turn', async () => {
    const their = await companyWithSigners(testApp)
    const { ben, cora } = their
    const { path } = await sentContract(testApp, their, inOrder(their))
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
    const { folderId, ben, cora } = await companyWithSigners(testApp)
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

it('leaves records that pass the verification', async () => {
  expect((await verifyAll(testApp.context, { quick: true })).broken).toEqual([])
})
