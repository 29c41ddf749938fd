// A company whose client and contacts may sign, contracts for several of them, and how each signs.
import { expect } from 'vitest'
import { allRights, company, contactIn } from './contacts.ts'
import { contractInput } from './contracts.ts'
import { type Answer, type Caller, fixturePassword, type TestApp } from './test-app.ts'

export const typedSignature = (name: string) => ({ consent: true, kind: 'typed', name, password: fixturePassword })

/** Opens a contract or a document, and signs it. */
export const sign = async (who: Caller, path: string, name = 'A signer') => {
  await who.get(path.startsWith('/api/contracts') ? `${path}/pdf` : `${path}/file`)
  return who.post(`${path}/signature`, typedSignature(name))
}

export const refusalOf = ({ status, body }: Answer) => [status, body.issues?.[0]?.message ?? body.message]

export const namesOf = (signers: { name: string; status: string }[]) =>
  signers.map(({ name, status }) => `${name} ${status}`)

/** A company with Ann as its client and two contacts who may sign. */
export async function companyWithSigners(testApp: TestApp) {
  const folderId = await company(testApp)
  const rights = { ...allRights, sign: true }
  const ben = await contactIn(testApp, folderId, rights)
  const cora = await contactIn(testApp, folderId, rights)
  return { folderId, ben, cora, annId: testApp.people.ann.id }
}
export type Company = Awaited<ReturnType<typeof companyWithSigners>>

export const inOrder = ({ ben, annId }: Company) => [
  { userId: ben.userId, position: 1 },
  { userId: annId, position: 2 },
]

export async function sentContract(
  testApp: TestApp,
  { folderId }: Company,
  signers: object[],
  more: object = {},
): Promise<{ id: string; path: string }> {
  const input = contractInput(testApp, { clientFolderId: folderId, signers, ...more })
  const answer = await testApp.alice.post('/api/contracts', input)
  expect(answer.status, answer.text).toBe(201)
  return { ...answer.body, path: `/api/contracts/${answer.body.id}` }
}
