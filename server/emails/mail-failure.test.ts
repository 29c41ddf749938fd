import { expect, it } from 'vitest'
import { mailFailureOf } from './mail-failure.ts'

it.each([
  ['host-not-found', { code: 'EDNS', originalCode: 'ENOTFOUND' }],
  ['unreachable', { code: 'ESOCKET', originalCode: 'ECONNREFUSED' }],
  ['unreachable', { code: 'ECONNECTION' }],
  ['timeout', { code: 'ETIMEDOUT' }],
  ['untrusted', { code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' }],
  ['untrusted', { code: 'ESOCKET', originalCode: 'ERR_TLS_CERT_ALTNAME_INVALID' }],
  ['untrusted', { code: 'ETLS' }],
  ['login-refused', { code: 'EAUTH', responseCode: 535 }],
  ['login-refused', { code: 'EENVELOPE', responseCode: 530 }],
  ['postponed', { code: 'EENVELOPE', responseCode: 451 }],
  ['rejected', { code: 'EENVELOPE', responseCode: 550 }],
  ['other', { code: 'ESTREAM' }],
] as const)('calls a failure %s for %o', (failure, codes) => {
  expect(mailFailureOf(Object.assign(new Error('550 timeout of ann@acme.example'), codes))).toBe(failure)
})
