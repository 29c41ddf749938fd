import { administrators } from '../domain/actor.ts'
import {
  CodeInput,
  NewSecret,
  RecoveryCodes,
  Requirement,
  RequirementInput,
  SecondFactorView,
} from '../domain/second-factor.ts'
import { UserView } from '../domain/user.ts'
import { change, create, read } from './kit/endpoint.ts'

export const readSecondFactor = read({
  path: '/api/second-factor',
  who: 'signed-in',
  beforeSecondFactor: true,
  summary:
    "The caller's own second factor: whether it is on, how many recovery codes are left, whether it is required.",
  reply: SecondFactorView,
})

export const beginSecondFactor = create({
  path: '/api/second-factor',
  who: 'signed-in',
  beforeSecondFactor: true,
  reauthenticate: true,
  keepsNoAnswer: true,
  summary:
    'A new secret for an authenticator app, shown this once. It counts from the first code on; an earlier one stays good until then.',
  reply: NewSecret,
})

export const confirmSecondFactor = change('POST', {
  path: '/api/second-factor/confirmation',
  who: 'signed-in',
  beforeSecondFactor: true,
  reauthenticate: true,
  keepsNoAnswer: true,
  summary:
    'Turns the second factor on with the first code of the app; ends all other sessions and answers ten recovery codes, shown this once. 400 for a wrong code (5 in 15 minutes, then 429), 409 when nothing was begun.',
  body: CodeInput,
  reply: RecoveryCodes,
})

export const renewRecoveryCodes = change('POST', {
  path: '/api/second-factor/recovery-codes',
  who: 'signed-in',
  reauthenticate: true,
  keepsNoAnswer: true,
  summary: 'Ten new recovery codes, shown this once; the earlier ones end. 409 without a second factor.',
  reply: RecoveryCodes,
})

export const endSecondFactor = change('DELETE', {
  path: '/api/second-factor',
  who: 'signed-in',
  reauthenticate: true,
  summary:
    'Turns the second factor off. 409 where it is off, where it is required, or where the password is too short to do without.',
  reply: SecondFactorView,
})

export const readRequirement = read({
  path: '/api/second-factor/requirement',
  who: administrators,
  summary: 'Whether staff and administrators need a second factor, and how many of them have none.',
  reply: Requirement,
})

export const changeRequirement = change('PUT', {
  path: '/api/second-factor/requirement',
  who: administrators,
  reauthenticate: true,
  summary:
    'Requires a second factor of staff and administrators, or no longer: who has none sets one up before anything else (403 `second-factor-required`).',
  body: RequirementInput,
  reply: Requirement,
})

export const resetSecondFactor = change('DELETE', {
  path: '/api/users/:id/second-factor',
  who: administrators,
  reauthenticate: true,
  summary:
    'Takes the second factor off somebody who lost it, ends their sessions, and tells them by letter. 403 for a master-admin unless the caller is one; 409 for oneself or without a factor.',
  reply: UserView,
})
