// People with passkeys, and browsers that sign in with one.
import { expect } from 'vitest'
import { type Key, type Overrides, makePasskey, signWith } from './authenticator.ts'
import { cookiesOf, newcomer, type Newcomer, postFromElsewhere } from './newcomers.ts'
import type { Answer, Caller, TestApp } from './test-app.ts'

export const originOf = (testApp: TestApp) => new URL(testApp.config.publicUrl).origin

export async function addPasskey(
  testApp: TestApp,
  caller: Caller,
  overrides: Overrides = {},
  name = 'Laptop',
): Promise<{ answer: Answer; key: Key }> {
  const { key, credential } = await beginPasskey(testApp, caller, overrides)
  return { answer: await caller.post('/api/passkeys', { name, credential }), key }
}

/** The browser's new passkey before it is registered. */
export async function beginPasskey(
  testApp: TestApp,
  caller: Caller,
  overrides: Overrides = {},
): Promise<ReturnType<typeof makePasskey>> {
  const creation = await caller.post('/api/passkeys/creation')
  expect(creation.status, creation.text).toBe(200)
  return makePasskey(creation.body, originOf(testApp), overrides)
}

export interface PasskeyHolder extends Newcomer {
  key: Key
  passkeyId: string
  recoveryCodes: string[]
}

export async function passkeyHolder(testApp: TestApp, role?: Newcomer['role']): Promise<PasskeyHolder> {
  const person = await newcomer(testApp, role)
  const { answer, key } = await addPasskey(testApp, person.caller)
  expect(answer.status, answer.text).toBe(201)
  return { ...person, key, passkeyId: answer.body.id, recoveryCodes: answer.body.recoveryCodes }
}

/** A signed-out browser: requests a challenge and signs it. */
export async function enterWithPasskey(testApp: TestApp, key: Key, overrides: Overrides = {}): Promise<Answer> {
  const asked = await testApp.visitor.post('/api/passkeys/challenge')
  const body = { passkey: signWith(key, asked.body, originOf(testApp), overrides) }
  return postFromElsewhere(testApp, '/api/login/passkey', body, cookiesOf(asked))
}
