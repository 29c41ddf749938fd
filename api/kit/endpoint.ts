// Declares an endpoint once, as data. The server binds it, the browser derives its typed call from it, OpenAPI is
// generated from it, and the architecture tests check it.
import { z } from 'zod'
import type { Role } from '../../domain/actor.ts'
import { searchWords } from '../../domain/text.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may see the kind of item that an endpoint is about. Others get 403 for a list or a creation, and 404 for a single
 * item (docs/decisions/0130). What a user may do with a visible item is decided in the domain.
 */
export type Who = 'anyone' | 'signed-in' | readonly Role[]

export interface Endpoint {
  readonly method: Method
  readonly path: `/api/${string}`
  readonly who: Who
  /** For the API reference: begins with a verb ("Lists …"), then units and refusals. */
  readonly summary: string
  readonly params: z.ZodObject
  readonly query: z.ZodObject
  readonly body: z.ZodType | null
  /** The reply's body; null if the reply is not JSON (a file, a stream, a redirect). */
  readonly reply: z.ZodType | null
  /** Lists reply with an array and a Link to the next page. */
  readonly list: boolean
  readonly status: 200 | 201
  /**
   * Accepts no Idempotency-Key: its body contains a password or a file, which must not be stored, or its reply is a new
   * session. Repeating it is harmless anyway, because a link works once and a second sign-in replaces the first.
   */
  readonly storesNoReply?: boolean
  /** Media type of the body, if it is a file. */
  readonly takes?: string
  /** Requires a password or a code entered within ten minutes, otherwise 403 `step-up` (docs/decisions/0091). */
  readonly reauthenticate?: boolean
  /** Allowed while an administrator views as a client, when every other write is refused. */
  readonly whileImpersonating?: boolean
  /** Allowed for a user who must set up a second factor first. */
  readonly beforeSecondFactor?: boolean
  /** Browsers call it automatically, so it doesn't count as use of the session. */
  readonly isAutomatic?: boolean
  /** Calls per window, counted per user (or per address if signed out); above the limit 429 with Retry-After. */
  readonly rateLimit?: EndpointRateLimit | undefined
}

export interface EndpointRateLimit {
  tries: number
  windowSeconds: number
  sentence: string
  /** Does not apply to staff and administrators. */
  exceptTeam?: boolean
}

type EndpointInput<P extends string> = {
  path: P
  who: Who
  summary: string
  storesNoReply?: boolean
  reauthenticate?: boolean
  beforeSecondFactor?: boolean
  whileImpersonating?: boolean
  isAutomatic?: boolean
  rateLimit?: EndpointRateLimit
}

type ParamsOf<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsOf<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never

type ParamSchema<P extends string> = z.ZodObject<{ [K in ParamsOf<P>]: z.ZodString }>

const paramsOf = <P extends string>(path: P) => {
  const names = [...path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1] as string)
  return z.object(Object.fromEntries(names.map((name) => [name, z.string()]))) as unknown as ParamSchema<P>
}

/** A whole number from 1 in an address. `Number()` would also accept 0x10, 1e1, and " 5". */
export const wholeNumber = (message: string, max = 999_999_999) =>
  z.preprocess(
    (value) => (typeof value === 'string' && !/^\d{1,9}$/.test(value) ? Number.NaN : value),
    z.coerce.number(message).int(message).min(1, message).max(max, message),
  )

const wrongLimit = 'The limit is a whole number from 1.'

/**
 * Keyset pagination: newest first unless specified otherwise; the cursor is the `next` of the reply's Link header (RFC
 * 8288).
 */
export const pageQuery = {
  limit: wholeNumber(wrongLimit)
    .default(50)
    .transform((limit) => Math.min(limit, 200)),
  cursor: z
    .string()
    .regex(/^[\w-]{1,3000}$/, 'This cursor doesn’t belong to this list. Start again from the first page.')
    .optional(),
}

export function read<P extends `/api/${string}`, R extends z.ZodType, Q extends z.ZodRawShape = Record<never, never>>(
  given: EndpointInput<P> & { reply: R; query?: Q },
) {
  return {
    ...given,
    method: 'GET' as const,
    params: paramsOf(given.path),
    query: z.strictObject((given.query ?? {}) as Q),
    body: null,
    list: false as const,
    status: 200 as const,
  }
}

/** A list: takes `limit`, `cursor`, and the given filters, and returns at most 200 items. */
export function list<P extends `/api/${string}`, R extends z.ZodType, Q extends z.ZodRawShape = Record<never, never>>(
  given: EndpointInput<P> & { of: R; query?: Q },
) {
  const { of, query, ...rest } = given
  return {
    ...rest,
    method: 'GET' as const,
    params: paramsOf(given.path),
    query: z.strictObject({ ...pageQuery, ...((query ?? {}) as Q) }),
    body: null,
    reply: z.array(of),
    list: true as const,
    status: 200 as const,
  }
}

/** A change of an existing item, or an action that creates nothing. */
export function change<
  M extends 'PUT' | 'PATCH' | 'DELETE' | 'POST',
  P extends `/api/${string}`,
  R extends z.ZodType,
  B extends z.ZodType | null = null,
  Q extends z.ZodRawShape = Record<never, never>,
>(method: M, given: EndpointInput<P> & { reply: R; body?: B; query?: Q; status?: 200 | 201 }) {
  return {
    ...given,
    method,
    params: paramsOf(given.path),
    query: z.strictObject((given.query ?? {}) as Q),
    body: (given.body ?? null) as B,
    list: false as const,
    status: given.status ?? (200 as const),
  }
}

/** Creates an item: 201 with the complete entity. */
export const create = <P extends `/api/${string}`, R extends z.ZodType, B extends z.ZodType | null = null>(
  given: EndpointInput<P> & { reply: R; body?: B },
) => change('POST', { ...given, status: 201 as const })

/** A reply that is not JSON: a file, an event stream, a redirect. */
export function raw<P extends `/api/${string}`, Q extends z.ZodRawShape = Record<never, never>>(
  method: 'GET' | 'PUT',
  given: EndpointInput<P> & { query?: Q },
) {
  return {
    ...given,
    method,
    params: paramsOf(given.path),
    query: z.strictObject((given.query ?? {}) as Q),
    body: null,
    reply: null,
    list: false as const,
    status: 200 as const,
  }
}

/** A search word; `%` and `_` are plain characters. */
export const search = { q: searchWords.optional() }
