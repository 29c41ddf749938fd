// Documents that are to be signed, and how Ann signs them.
import { deliveriesStored } from '../server/signatures/deliveries.ts'
import { addDocument } from './uploads.ts'
import { castPassword, type Caller, type World } from './world.ts'

export const typedSignature = { consent: true, kind: 'typed', name: 'Ann M. Keller', password: castPassword }
export const wave = Array.from({ length: 40 }, (_, i) => ({ x: i * 5, y: 40 + 20 * Math.sin(i / 3) }))
export const drawn = {
  consent: true,
  kind: 'drawn',
  name: 'Ann M. Keller',
  strokes: [wave, wave.slice(0, 5)],
  password: castPassword,
}

type Asked = { id: string; objectPath: string; sha256: string }

/** A document of Acme's that waits for Ann's signature. */
export async function askedToSign(world: World, more: Record<string, unknown> = {}): Promise<Asked> {
  const { body } = await addDocument(world.sam, world.folders.acme.id, { requiresSignature: true, ...more })
  return body
}

/** One that she has opened, too. */
export async function openedToSign(world: World, more: Record<string, unknown> = {}): Promise<Asked> {
  const document = await askedToSign(world, more)
  const { status, text } = await world.ann.get(document.objectPath)
  if (status !== 200) throw new Error(`The document could not be opened: ${text}`)
  await deliveriesStored(world.people.ann.id)
  return document
}

export const sign = (who: Caller, { id }: { id: string }, body: object = typedSignature) =>
  who.post(`/api/documents/${id}/signature`, body)

export const refuse = (who: Caller, { id }: { id: string }, body: object = { reason: 'The date is wrong.' }) =>
  who.post(`/api/documents/${id}/refusal`, body)

/** Which acts on it the trail tells of, in turn. */
export const deedsOf = async (world: World, { id }: { id: string }) =>
  (await world.trail()).filter(({ entityId }) => entityId === id).map(({ action }) => action)
