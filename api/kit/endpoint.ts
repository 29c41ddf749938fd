// How a call of the portal is declared: once, as data. The server binds it, the browser derives its typed call from it,
// OpenAPI is printed from it, and the guards walk it.
import { z } from 'zod'
import type { Role } from '../../domain/actor.ts'
import { searchWords } from '../../domain/text.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may see the class of things that an endpoint is about. Others get 403 on a list or a creation and 404 on a single item
 * (docs/decisions/0130). What one may do with a thing one sees is the domain's to say.
 */
export type Who = 'anyone' | 'signed-in' | readonly Role[]

export interface Endpoint {
  readonly method: Method
  readonly path: `/api/${string}`
  readonly who: Who
  /** One sentence for the reference: what it does, its units, what it refuses. */
  readonly summary: string
  readonly params: z.ZodObject
  readonly query: z.ZodObject
  readonly body: z.ZodType | null
  /** The answer's body; null where the answer is not JSON (a file, a stream, a redirect). */
  readonly reply: z.ZodType | null
  /** Lists answer an array and a Link to the next page. */
  readonly list: boolean
  readonly status: 200 | 201
  /**
   * Takes no Idempotency-Key: its body holds a password or a file, of which nothing is kept, or its answer a new session. A link
   * is good once and a second sign-in replaces the first, so that twice is harmless all the same.
   */
  readonly keepsNoAnswer?: boolean
  /** The body is a file, as it is; its media type. */
  readonly takes?: string
  /** Needs a password or a code that was entered within ten minutes, else 403 `step-up` (docs/decisions/0091). */
  readonly reauthenticate?: boolean
  /** Also while an administrator views as a client, when every other write is refused. */
  readonly whileViewing?: boolean
  /** Open also to whoever must set up a second factor before anything else. */
  readonly beforeSecondFactor?: boolean
  /** Browsers call it by themselves, so that it doesn't count as use of the session. */
  readonly isAutomatic?: boolean
  /** How often in a window, counted for the person (or the address, signed out); past it 429 with Retry-After. */
  readonly rateLimit?: EndpointRateLimit | undefined
}

export interface EndpointRateLimit {
  tries: number
  windowSeconds: number
  sentence: string
  /** Does not count for staff and administrators. */
  exceptTeam?: boolean
}

type Given<P extends string> = {
  path: P
  who: Who
  summary: string
  keepsNoAnswer?: boolean
  reauthenticate?: boolean
  beforeSecondFactor?: boolean
  whileViewing?: boolean
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

const wrongLimit = 'The limit is a whole number from 1.'

/** Keyset pages: newest first unless said otherwise; the cursor is the `next` of the answer's Link header (RFC 8288). */
export const pageQuery = {
  limit: z.preprocess(
    // Number() also reads 0x10, 1e1, and " 5".
    (limit) => (typeof limit === 'string' && !/^\d{1,9}$/.test(limit) ? Number.NaN : limit),
    z.coerce
      .number(wrongLimit)
      .int(wrongLimit)
      .min(1, wrongLimit)
      .default(50)
      .transform((limit) => Math.min(limit, 200)),
  ),
  cursor: z
    .string()
    .regex(/^[\w-]{1,3000}$/, 'This cursor does not belong to this list. Start again from the first page.')
    .optional(),
}

export function read<P extends `/api/${string}`, R extends z.ZodType, Q extends z.ZodRawShape = Record<never, never>>(
  given: Given<P> & { reply: R; query?: Q },
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

/** A list of things: takes `limit`, `cursor` and the filters named, answers at most 200 of them. */
export function list<P extends `/api/${string}`, R extends z.ZodType, Q extends z.ZodRawShape = Record<never, never>>(
  given: Given<P> & { of: R; query?: Q },
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

/** A change of something that is there, or an act without a creation. */
export function change<
  M extends 'PUT' | 'PATCH' | 'DELETE' | 'POST',
  P extends `/api/${string}`,
  R extends z.ZodType,
  B extends z.ZodType | null = null,
  Q extends z.ZodRawShape = Record<never, never>,
>(method: M, given: Given<P> & { reply: R; body?: B; query?: Q; status?: 200 | 201 }) {
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

/** Creates something: 201 with the whole entity. */
export const create = <P extends `/api/${string}`, R extends z.ZodType, B extends z.ZodType | null = null>(
  given: Given<P> & { reply: R; body?: B },
) => change('POST', { ...given, status: 201 as const })

/** An answer that is not JSON: a file, a stream of events, a redirect. */
export function raw<P extends `/api/${string}`, Q extends z.ZodRawShape = Record<never, never>>(
  method: 'GET' | 'PUT',
  given: Given<P> & { query?: Q },
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

/** A word to look for; `%` and `_` are plain characters. */
export const search = { q: searchWords.optional() }
