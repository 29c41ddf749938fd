// What calling an endpoint takes and returns, from its declaration. The browser and the client for other programs share it.
import type { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

type NameIn<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NameIn<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never

type Params<E extends Endpoint> = [NameIn<E['path']>] extends [never]
  ? { params?: undefined }
  : { params: Record<NameIn<E['path']>, string> }
type Body<E extends Endpoint> = E['body'] extends z.ZodType ? { body: z.input<E['body']> } : { body?: undefined }

export type CallInput<E extends Endpoint> = Params<E> &
  Body<E> & {
    query?: Partial<z.input<E['query']>>
    /** The version the thing was read with; a stale one is refused with 412. */
    ifMatch?: number
    /** The same key for every try of one submission; made here when left out. */
    idempotencyKey?: string
    /** The body of an endpoint that takes a file. */
    file?: Blob
    signal?: AbortSignal
  }

// Input is optional if neither the path nor the body requires any.
export type EndpointInput<E extends Endpoint> = [NameIn<E['path']>, E['body']] extends [never, null]
  ? [input?: CallInput<E>]
  : [input: CallInput<E>]

export type Reply<E extends Endpoint> = E['reply'] extends z.ZodType ? z.output<E['reply']> : null

/** The same for any endpoint. */
export type AnyInput = {
  params?: object | undefined
  query?: object | undefined
  body?: unknown
  ifMatch?: number
  idempotencyKey?: string
  file?: Blob
  signal?: AbortSignal
}

/** The address of a call, with its parameters. */
export function addressFor(pattern: string, params: object = {}, query: object = {}): string {
  const given = new Map(Object.entries(params))
  const path = pattern.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(given.get(name))))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  return search.size > 0 ? `${path}?${search}` : path
}

/** `</api/users?limit=50&cursor=…>; rel="next"` → the cursor. */
export function nextCursor(link: string | null): string | null {
  if (link === null) return null
  const end = link.indexOf('>; rel="next"')
  if (end === -1) return null
  return new URL(link.slice(link.lastIndexOf('<', end) + 1, end), 'http://portal').searchParams.get('cursor')
}
