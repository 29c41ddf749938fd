// People with passkeys, and browsers that sign in with one.
import { expect } from 'vitest'
import { type Key, type Lies, makePasskey, signWith } from './authenticator.ts'
import { cookiesOf, newcomer, type Newcomer, postFromElsewhere } from './newcomers.ts'
import type { Answer, Caller, World } from './world.ts'

export const originOf = (world: World) => new URL(world.config.publicUrl).origin

export async function addPasskey(
  world: World,
  caller: Caller,
  lies: Lies = {},
  name = 'Laptop',
): Promise<{ answer: Answer; key: Key }> {
  const { key, credential } = await beginPasskey(world, caller, lies)
  return { answer: await caller.post('/api/passkeys', { name, credential }), key }
}

/** What the browser has made and the portal not seen yet. */
export async function beginPasskey(
  world: World,
  caller: Caller,
  lies: Lies = {},
): Promise<ReturnType<typeof makePasskey>> {
  const begun = await caller.post('/api/passkeys/creation')
  expect(begun.status, begun.text).toBe(200)
  return makePasskey(begun.body, originOf(world), lies)
}

export interface PasskeyHolder extends Newcomer {
  key: Key
  passkeyId: string
  recoveryCodes: string[]
}

export async function passkeyHolder(world: World, role?: Newcomer['role']): Promise<PasskeyHolder> {
  const person = await newcomer(world, role)
  const { answer, key } = await addPasskey(world, person.caller)
  expect(answer.status, answer.text).toBe(201)
  return { ...person, key, passkeyId: answer.body.id, recoveryCodes: answer.body.recoveryCodes }
}

/** A browser that is signed out: asks, and answers with what it was given. */
export async function enterWithPasskey(world: World, key: Key, lies: Lies = {}): Promise<Answer> {
  const asked = await world.visitor.post('/api/passkeys/challenge')
  const body = { passkey: signWith(key, asked.body, originOf(world), lies) }
  return postFromElsewhere(world, '/api/login/passkey', body, cookiesOf(asked))
}
