// Calls an endpoint; the types of its input and reply follow from its declaration in api/.
import {
  addressFor,
  type AnyInput,
  type CallInput,
  type EndpointInput,
  nextCursor,
  type Reply,
} from '../../api/kit/call.ts'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import type { Issue } from '../../domain/errors.ts'
import { automaticRefresh } from '../../domain/automatic-refresh.ts'
import { isUnused } from './recent-use.ts'
import { reauthenticate } from './reauthentication.ts'

/** A call that was not answered with success. Its message is "409: …" with the answer's text; `sentence` is for people. */
export class CallError extends Error {
  override readonly name = 'CallError'
  /** 0 where the server could not be reached. */
  readonly status: number
  readonly code: string
  readonly sentence: string
  readonly issues: Issue[]
  readonly retryAfterSeconds: number | null
  /** Names a fault in the server's log; empty for other errors. */
  readonly reference: string

  constructor(given: {
    status: number
    text: string
    code?: string
    sentence: string
    issues?: Issue[]
    retryAfterSeconds?: number | null
    reference?: string
  }) {
    super(`${given.status}: ${given.text}`)
    this.status = given.status
    this.code = given.code ?? ''
    this.sentence = given.sentence
    this.issues = given.issues ?? []
    this.retryAfterSeconds = given.retryAfterSeconds ?? null
    this.reference = given.reference ?? ''
  }
}

export const isSignedOut = (error: unknown) => error instanceof CallError && error.status === 401

/** The server's error message if there is one, else the given one. */
export const sentenceOf = (error: unknown, otherwise: string) =>
  error instanceof CallError && error.sentence !== '' ? error.sentence : otherwise

/** Calls an endpoint. Throws CallError for anything but success. */
export async function call<E extends Endpoint>(endpoint: E, ...[input]: EndpointInput<E>): Promise<Reply<E>> {
  const response = await send(endpoint, input ?? {})
  return readJson<Reply<E>>(response)
}

/**
 * The same by address, for the landing page: the declarations would bring zod along, which it does without until a form is sent.
 */
export async function callAddress<T>(
  method: Endpoint['method'],
  path: Endpoint['path'],
  input: { body?: unknown; idempotencyKey?: string } = {},
): Promise<T> {
  return readJson<T>(await send({ method, path }, input))
}

/** Calls an endpoint whose answer is read as it comes. Throws CallError for anything but success. */
export const callStream = <E extends Endpoint>(endpoint: E, ...[input]: EndpointInput<E>): Promise<Response> =>
  send(endpoint, input ?? {})

/** All bytes of a file. Throws CallError for anything but success. */
export async function readFile(address: string, signal: AbortSignal): Promise<Uint8Array> {
  const response = await send({ method: 'GET', path: address as Endpoint['path'] }, { signal })
  return new Uint8Array(await response.arrayBuffer())
}

export interface Page<T> {
  items: T[]
  /** The cursor of the next page, or null on the last. */
  next: string | null
}

/** One page of a list, with the cursor of the next from the answer's Link header. */
export async function callPage<E extends Endpoint & { list: true }>(
  endpoint: E,
  ...[input]: EndpointInput<E>
): Promise<Page<Reply<E> extends (infer T)[] ? T : never>> {
  const response = await send(endpoint, input ?? {})
  return { items: await readJson(response), next: nextCursor(response.headers.get('link')) }
}

/** The address of an endpoint, for links to files and previews. */
export const addressOf = <E extends Endpoint>(endpoint: E, input: Pick<CallInput<E>, 'params' | 'query'>): string =>
  addressFor(endpoint.path, input.params, input.query)

async function send(endpoint: Pick<Endpoint, 'method' | 'path' | 'takes'>, input: AnyInput): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (endpoint.method === 'POST') headers['idempotency-key'] = input.idempotencyKey ?? crypto.randomUUID()
  if (input.ifMatch !== undefined) headers['if-match'] = `"${input.ifMatch}"`
  if (input.body !== undefined) headers['content-type'] = 'application/json'
  if (endpoint.takes !== undefined) headers['content-type'] = endpoint.takes
  const body = input.file ?? (input.body === undefined ? undefined : JSON.stringify(input.body))
  const isAutomatic = endpoint.method === 'GET' && isUnused()
  if (isAutomatic) headers[automaticRefresh] = '1'
  const attempt = async () => {
    const response = await reach(addressFor(endpoint.path, input.params, input.query), {
      method: endpoint.method,
      credentials: 'same-origin',
      headers,
      ...(body === undefined ? {} : { body }),
      ...(input.signal ? { signal: input.signal } : {}),
    })
    return response.ok ? response : errorOf(response)
  }
  let answer = await attempt()
  // Entering the password replaces the session's cookie, and a read that was on its way still had the previous one.
  if (answer instanceof CallError && answer.status === 401 && endpoint.method === 'GET') answer = await attempt()
  // The same call again, under the same key: anyone who typed it in notices only that they were asked.
  if (answer instanceof CallError && answer.code === 'step-up' && !isAutomatic && (await reauthenticate()))
    answer = await attempt()
  if (answer instanceof CallError) throw answer
  return answer
}

async function reach(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch (error) {
    if (init.signal?.aborted === true) throw error
    throw new CallError({
      status: 0,
      text: 'Network error',
      code: 'network',
      sentence: 'Couldn’t reach the server. Check your connection and try again. Your work is still here.',
    })
  }
}

const readJson = async <T>(response: Response): Promise<T> => {
  const text = await response.text()
  // Both sides are made from one declaration, and the server checks its answers against it.
  return (text === '' ? null : JSON.parse(text)) as T
}

async function errorOf(response: Response): Promise<CallError> {
  const text = await response.text().catch(() => '')
  const details = errorBody(text)
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new CallError({
    status: response.status,
    text: text === '' ? response.statusText : text,
    ...details,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
  })
}

function errorBody(text: string): { sentence: string; code: string; issues: Issue[]; reference: string } {
  const nothing = { sentence: '', code: '', issues: [], reference: '' }
  if (!text.startsWith('{')) return nothing
  try {
    const {
      message = '',
      code = '',
      issues = [],
      reference = '',
    } = JSON.parse(text) as { message?: string; code?: string; issues?: Issue[]; reference?: string }
    return { sentence: message, code, issues, reference }
  } catch {
    // A proxy's error page that only looks like our JSON.
    return nothing
  }
}
