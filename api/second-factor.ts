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
    'Returns whether the caller has two-factor authentication, how many recovery codes are left, and whether it is required.',
  reply: SecondFactorView,
})

export const beginSecondFactor = create({
  path: '/api/second-factor',
  who: 'signed-in',
  beforeSecondFactor: true,
  reauthenticate: true,
  storesNoReply: true,
  summary:
    'Returns a new secret for an authenticator app, shown once. It takes effect with the first code; until then the previous one works.',
  reply: NewSecret,
})

export const confirmSecondFactor = change('POST', {
  path: '/api/second-factor/confirmation',
  who: 'signed-in',
  beforeSecondFactor: true,
  reauthenticate: true,
  storesNoReply: true,
  summary:
    'Turns on two-factor authentication with the first code of the app, ends all other sessions, and returns ten recovery codes, shown once. 400 for a wrong code (5 in 15 minutes, then 429), 409 if setup was not started.',
  body: CodeInput,
  reply: RecoveryCodes,
})

export const renewRecoveryCodes = change('POST', {
  path: '/api/second-factor/recovery-codes',
  who: 'signed-in',
  reauthenticate: true,
  storesNoReply: true,
  summary:
    'Returns ten new recovery codes, shown once, and ends the previous ones. 409 without two-factor authentication.',
  reply: RecoveryCodes,
})

export const endSecondFactor = change('DELETE', {
  path: '/api/second-factor',
  who: 'signed-in',
  reauthenticate: true,
  summary:
    'Turns off two-factor authentication. 409 if it is off or required, or if the password is too short without it.',
  reply: SecondFactorView,
})

export const readRequirement = read({
  path: '/api/second-factor/requirement',
  who: administrators,
  summary:
    'Returns whether staff and administrators need two-factor authentication, and how many of them have not set it up.',
  reply: Requirement,
})

export const changeRequirement = change('PUT', {
  path: '/api/second-factor/requirement',
  who: administrators,
  reauthenticate: true,
  summary:
    'Sets whether staff and administrators need two-factor authentication. Someone without it must set it up before anything else (403 `second-factor-required`).',
  body: RequirementInput,
  reply: Requirement,
})

export const resetSecondFactor = change('DELETE', {
  path: '/api/users/:id/second-factor',
  who: administrators,
  reauthenticate: true,
  summary:
    'Turns off two-factor authentication for someone who lost it, ends their sessions, and notifies them by email. 403 for a master administrator unless the caller is one; 409 for oneself or if it is off.',
  reply: UserView,
})
