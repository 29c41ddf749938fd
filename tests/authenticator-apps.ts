// People whose second factor is an authenticator app, and what their app shows.
import { expect } from 'vitest'
import { codeAt } from '../server/second-factor/totp.ts'
import { newcomer, type Newcomer } from './newcomers.ts'
import type { World } from './world.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
export const bytesOf = (base32: string) => {
  const bits = Array.from(base32, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** What the app shows now, or some steps from now. */
export const shown = (world: World, secret: string, steps = 0) =>
  codeAt(bytesOf(secret), Math.floor(world.db.now.getTime() / 30_000) + steps)

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
