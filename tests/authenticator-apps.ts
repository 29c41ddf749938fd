// People whose second factor is an authenticator app, and what their app shows.
import { TOTP } from 'otpauth'
import { expect } from 'vitest'
import { newcomer, type Newcomer } from './newcomers.ts'
import type { World } from './world.ts'

/** What the app shows now, or some steps from now. */
export const shown = (world: World, secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: world.db.now.getTime() + steps * 30_000 })

export interface AppHolder extends Newcomer {
  secret: string
  recoveryCodes: string[]
}

export async function setUpApp(world: World, person: Newcomer): Promise<AppHolder> {
  const { secret } = (await person.caller.post('/api/second-factor')).body
  const answer = await person.caller.post('/api/second-factor/confirmation', { code: shown(world, secret) })
  expect(answer.status, answer.text).toBe(200)
  // The code that confirmed it is used up; the next one is to come.
  world.pass({ minutes: 1 })
  return { ...person, secret, recoveryCodes: answer.body.recoveryCodes }
}

export const appHolder = async (world: World, role?: Newcomer['role']): Promise<AppHolder> =>
  setUpApp(world, await newcomer(world, role))
