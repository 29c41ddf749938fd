// The team is notified when a signer can no longer sign.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRights, company, contactIn, documentIn, emailsTo } from '../../tests/contacts.ts'
import { contractInput } from '../../tests/contracts.ts'
import { createTestApp, fixturePassword, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

/** A company with a contact who is the only signer of a contract and a document. */
async function waiting(signs: object[] = []) {
  const folderId = await company(testApp)
  const contact = await contactIn(testApp, folderId, { ...allRights, sign: true })
  const signers = [{ userId: contact.userId, position: 1 }, ...signs]
  const input = contractInput(testApp, { clientFolderId: folderId, signers })
  const contract = (await testApp.alice.post('/api/contracts', input)).body as { id: string; contractNumber: string }
  const documentId = await documentIn(testApp, folderId)
  const asked = await testApp.sam.patch(`/api/documents/${documentId}`, { requiresSignature: true, signers })
  expect(asked.status, asked.text).toBe(200)
  return { folderId, contact, contract, documentId }
}
type Waiting = Awaited<ReturnType<typeof waiting>>

const lostIn = async (address: string, { contract, documentId }: Pick<Waiting, 'contract' | 'documentId'>) =>
  (await emailsTo(testApp, address)).filter(
    ({ subject, text }) =>
      subject.includes('can no longer sign') && [contract.id, documentId].some((id) => text.includes(id)),
  )
const contactPath = ({ contact }: Waiting) => `/api/folder-contacts/${contact.id}`
const noticesOf = async (who = testApp.sam) =>
  ((await who.get('/api/notifications?limit=200')).body as { subject: string; path: string }[]).map(
    ({ subject, path }) => ({ subject, path }),
  )

describe('a signer who can no longer sign', () => {
  it('is named to the consultant and to the sender, with a link to change the signers', async () => {
    const their = await waiting()
    expect((await testApp.alice.delete(contactPath(their))).status).toBe(200)
    const { contract, documentId, folderId } = their
    expect((await lostIn('sam@example.com', their)).map(({ subject }) => subject).toSorted()).toEqual([
      'ProHR portal: someone can no longer sign a contract',
      'ProHR portal: someone can no longer sign a document',
    ])
    const [toMaker, ...more] = await lostIn('alice@example.com', their)
    expect(more).toEqual([])
    expect(toMaker?.text).toContain(`/contracts/${contract.id}?open=signers`)
    expect(toMaker?.text).not.toContain(contract.contractNumber)
    expect(await noticesOf()).toEqual(
      expect.arrayContaining([
        {
          subject: `Cora Lind can no longer sign contract ${contract.contractNumber}`,
          path: `/contracts/${contract.id}?open=signers`,
        },
        {
          subject: expect.stringMatching(/^Cora Lind can no longer sign document /) as string,
          path: `/client-folders/${folderId}?tab=documents&panel=documents/${documentId}&open=signers`,
        },
      ]),
    )
  })

  it('is reported once when the right to sign, or to see it, is withdrawn', async () => {
    const their = await waiting()
    expect((await testApp.ann.patch(contactPath(their), { documents: false })).status).toBe(200)
    expect(await lostIn('sam@example.com', their)).toHaveLength(1)
    expect((await testApp.ann.patch(contactPath(their), { sign: false })).status).toBe(200)
    expect(await lostIn('sam@example.com', their)).toHaveLength(2)
    expect((await testApp.ann.delete(contactPath(their))).status).toBe(200)
    expect(await lostIn('sam@example.com', their)).toHaveLength(2)
  })

  it('is reported when their account is deactivated, also before their turn', async () => {
    const { people } = testApp
    const their = await waiting()
    const first = [
      { userId: people.ann.id, position: 1 },
      { userId: their.contact.userId, position: 2 },
    ]
    expect(
      (await testApp.alice.put(`/api/contracts/${their.contract.id}/signers`, { signers: first, signBy: null })).status,
    ).toBe(200)
    expect((await testApp.alice.delete(`/api/users/${their.contact.userId}`)).status).toBe(200)
    expect(await lostIn('sam@example.com', their)).toHaveLength(2)
  })

  it('is not reported when nothing waits for them, or when the change is refused', async () => {
    const their = await waiting()
    expect((await testApp.eve.delete(contactPath(their))).status).toBe(404)
    expect((await testApp.ann.patch(contactPath(their), { sign: 'no' })).status).toBe(400)
    expect((await testApp.ann.patch(contactPath(their), { messages: false })).status).toBe(200)
    expect((await testApp.ann.patch(contactPath(their), { sign: false }, { 'if-match': '"1"' })).status).toBe(412)
    expect(await lostIn('sam@example.com', their)).toEqual([])
    const { status } = await testApp.sam.patch(`/api/documents/${their.documentId}`, { requiresSignature: false })
    const { cora } = their.contact
    await cora.get(`/api/contracts/${their.contract.id}/pdf`)
    const signature = { consent: true, kind: 'typed', name: 'Cora Lind', password: fixturePassword }
    const signed = await cora.post(`/api/contracts/${their.contract.id}/signature`, signature)
    expect([status, signed.status]).toEqual([200, 201])
    expect((await testApp.ann.delete(contactPath(their))).status).toBe(200)
    expect(await lostIn('sam@example.com', their)).toEqual([])
  })

  it('can be replaced by an administrator only', async () => {
    const their = await waiting()
    expect((await testApp.ann.delete(contactPath(their))).status).toBe(200)
    const path = `/api/contracts/${their.contract.id}/signers`
    const signers = (userId: string) => ({ signers: [{ userId, position: 1 }], signBy: null })
    for (const who of [testApp.sam, testApp.ann])
      expect((await who.put(path, signers(testApp.people.ann.id))).status).toBe(403)
    expect((await testApp.alice.put(path, signers(their.contact.userId))).status).toBe(400)
    const { status, body } = await testApp.alice.put(path, signers(testApp.people.ann.id))
    expect([status, body.signers[0].canSign]).toEqual([200, true])
  })
})
