// The errors that a person caused and can understand, and the only table from an error code to an HTTP status.

export const httpStatus = {
  invalid: 400,
  'signed-out': 401,
  'second-factor': 401,
  forbidden: 403,
  'step-up': 403,
  'second-factor-required': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  running: 409,
  'stale-version': 412,
  'too-large': 413,
  'unsupported-type': 415,
  'key-reused': 422,
  'too-many': 429,
  'not-offered': 501,
  unavailable: 503,
  'no-space': 507,
} as const

export type DomainErrorCode = keyof typeof httpStatus

/** One thing wrong with a body; `path` names the field (`formData.email`), empty for the whole. */
export interface Issue {
  path: string
  message: string
}

/** What is away for a moment says when to come back, though nobody knows. */
const soonSeconds = 5

/** An error that a person caused; its message is a whole sentence that says what happened and what they can do. */
export class DomainError extends Error {
  readonly code: DomainErrorCode
  readonly issues: Issue[]
  readonly retryAfterSeconds: number | null

  constructor(code: DomainErrorCode, message: string, more: { issues?: Issue[]; retryAfterSeconds?: number } = {}) {
    super(message)
    this.name = 'DomainError'
    this.code = code
    this.issues = more.issues ?? []
    this.retryAfterSeconds = more.retryAfterSeconds ?? (code === 'unavailable' ? soonSeconds : null)
  }

  get status(): number {
    return httpStatus[this.code]
  }
}

/** The answer for what does not exist and for what is not yours to see: one sentence, so that they can't be told apart. */
export const notFound = () => new DomainError('not-found', 'We could not find that.')

/** A field of the body that names or holds something the caller may not use. */
export const invalid = (path: string, message: string) =>
  new DomainError('invalid', message, { issues: [{ path, message }] })

export const forbidden = (message: string) => new DomainError('forbidden', message)

/** @param path the field that it is about, where it is about one */
export const conflict = (message: string, path?: string) =>
  new DomainError('conflict', message, path === undefined ? {} : { issues: [{ path, message }] })
