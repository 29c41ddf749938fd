// Errors that users cause and can understand, and the only mapping from an error code to an HTTP status.

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

/** A problem with a body; `path` names the field (`formData.email`), or is empty for the complete body. */
export interface Issue {
  path: string
  message: string
}

/** Retry time for temporary failures of unknown duration. */
const soonSeconds = 5

/** An error caused by the user; its message is a full sentence with what happened and what to do. */
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

/** The same reply for a missing item and for one that the caller may not see, so that they can't be distinguished. */
export const notFound = () => new DomainError('not-found', 'We couldn’t find that.')

/** A field of the body with a value that the caller may not use. */
export const invalid = (path: string, message: string) =>
  new DomainError('invalid', message, { issues: [{ path, message }] })

/**
 * For `.catch` on something that a field of the body names: a missing item, or one that the caller may not see, is a 400
 * at that field.
 */
export const notFoundAsInvalid = (path: string, sentence: string) => (error: unknown) => {
  throw error instanceof DomainError && error.code === 'not-found' ? invalid(path, sentence) : error
}

export const forbidden = (message: string) => new DomainError('forbidden', message)

/** @param path the field concerned, if it is a single one */
export const conflict = (message: string, path?: string) =>
  new DomainError('conflict', message, path === undefined ? {} : { issues: [{ path, message }] })
