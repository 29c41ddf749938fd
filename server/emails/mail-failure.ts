// Classifies what nodemailer throws by its codes: `code` is nodemailer's own, `originalCode` that of the operating system
// or TLS, and `responseCode` that of the mail server.
import type { MailFailure } from '../../domain/system-status.ts'

interface MailError {
  code?: unknown
  originalCode?: unknown
  responseCode?: unknown
}

export function mailFailureOf(error: unknown): MailFailure {
  const { code, originalCode, responseCode } = (error instanceof Error ? error : {}) as MailError
  if (code === 'EDNS' || originalCode === 'ENOTFOUND' || originalCode === 'EAI_AGAIN') return 'host-not-found'
  if (code === 'EAUTH') return 'login-refused'
  if (typeof responseCode === 'number') return ofResponse(responseCode)
  if (code === 'ETIMEDOUT' || originalCode === 'ETIMEDOUT') return 'timeout'
  if (code === 'ETLS' || isOfTls(originalCode)) return 'untrusted'
  if (code === 'ESOCKET' || code === 'ECONNECTION') return 'unreachable'
  return 'other'
}

/** 530, 534, 535, and 538 are about signing in (RFC 4954). */
function ofResponse(code: number): MailFailure {
  if ([530, 534, 535, 538].includes(code)) return 'login-refused'
  if (code >= 400 && code < 500) return 'postponed'
  return code >= 500 && code < 600 ? 'rejected' : 'other'
}

/** OpenSSL's codes: of the protocol, and of verifying a certificate. */
const isOfTls = (code: unknown) =>
  typeof code === 'string' && /^ERR_(SSL|TLS)_|CERT|SIGNATURE|^UNABLE_TO_|^EPROTO$/.test(code)
