// Documents to sign, and how Ann signs them.
import { deliveriesStored } from '../server/signatures/deliveries.ts'
import { addDocument } from './uploads.ts'
import { fixturePassword, type Caller, type TestApp } from './test-app.ts'

export const typedSignature = { consent: true, kind: 'typed', name: 'Ann M. Keller', password: fixturePassword }
export const wave = Array.from({ length: 40 }, (_, i) => ({ x: i * 5, y: 40 + 20 * Math.sin(i / 3) }))
export const drawn = {
  consent: true,
  kind: 'drawn',
  name: 'Ann M. Keller',
  strokes: [wave, wave.slice(0, 5)],
  password: fixturePassword,
}

type SignatureRequest = { id: string; objectPath: string; sha256: string }

/** A document of Acme's that waits for Ann's signature. */
export async function documentToSign(testApp: TestApp, more: Record<string, unknown> = {}): Promise<SignatureRequest> {
  const { body } = await addDocument(testApp.sam, testApp.folders.acme.id, { requiresSignature: true, ...more })
  return body
}

/** A document that she has opened, too. */
export async function openedToSign(testApp: TestApp, more: Record<string, unknown> = {}): Promise<SignatureRequest> {
  const document = await documentToSign(testApp, more)
  const { status, text } = await testApp.ann.get(document.objectPath)
  if (status !== 200) throw new Error(`The document could not be opened: ${text}`)
  await deliveriesStored(testApp.people.ann.id)
  return document
}

export const sign = (who: Caller, { id }: { id: string }, body: object = typedSignature) =>
  who.post(`/api/documents/${id}/signature`, body)

export const refuse = (who: Caller, { id }: { id: string }, body: object = { reason: 'The date is wrong.' }) =>
  who.post(`/api/documents/${id}/refusal`, body)

/** The audited actions on it, in order. */
export const auditEntriesOf = async (testApp: TestApp, { id }: { id: string }) =>
  (await testApp.auditLog()).filter(({ entityId }) => entityId === id).map(({ action }) => action)
