// People whose second factor is an authenticator app, and the codes that it shows.
import { TOTP } from 'otpauth'
import { expect } from 'vitest'
import { newcomer, type Newcomer } from './newcomers.ts'
import type { TestApp } from './test-app.ts'

/** The current code, or the code some steps from now. */
export const shown = (testApp: TestApp, secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: testApp.db.now.getTime() + steps * 30_000 })

export interface AppHolder extends Newcomer {
  secret: string
  recoveryCodes: string[]
}

export async function setUpApp(testApp: TestApp, person: Newcomer): Promise<AppHolder> {
  const { secret } = (await person.caller.post('/api/second-factor')).body
  const answer = await person.caller.post('/api/second-factor/confirmation', { code: shown(testApp, secret) })
  expect(answer.status, answer.text).toBe(200)
  // The confirmation code is used up, so move to the next one.
  testApp.pass({ minutes: 1 })
  return { ...person, secret, recoveryCodes: answer.body.recoveryCodes }
}

export const appHolder = async (testApp: TestApp, role?: Newcomer['role']): Promise<AppHolder> =>
  setUpApp(testApp, await newcomer(testApp, role))
