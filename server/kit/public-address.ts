// Calls to addresses that people or their browsers entered: never to the firm's own network, always with a time limit.
import { once } from 'node:events'
import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import https from 'node:https'
import ipaddr from 'ipaddr.js'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'
import { invalid } from '../../domain/errors.ts'
import type { DeliveryFailure } from '../../domain/webhook.ts'

/**
 * Checks the web address itself; the IP address that a name resolves to is checked at each call.
 *
 * @param field the name of the address in the request's body
 */
export function assertPublicAddress(field: string, url: string, allowsPrivateAddresses: boolean): void {
  if (allowsPrivateAddresses) return
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:') throw invalid(field, 'Enter a web address that starts with https://.')
  const host = hostname.replace(/^\[|\]$/g, '')
  const isPrivate = ipaddr.isValid(host) ? ipaddr.process(host).range() !== 'unicast' : /(^|\.)localhost\.?$/.test(host)
  if (isPrivate) throw invalid(field, 'Enter a public address, not one on your own network.')
}

const timeoutMilliseconds = 10_000

interface Call {
  url: string
  headers: OutgoingHttpHeaders
  body: string | Buffer
  /** Whether the call may go to an address on the firm's own network, and without TLS. */
  allowsPrivateAddresses: boolean
}

export interface Answer {
  status: number | null
  failure: DeliveryFailure | null
}

/** Follows no redirects, and reads only the status of the response. */
export async function postToPublicAddress({ url, headers, body, allowsPrivateAddresses }: Call): Promise<Answer> {
  const isSecure = url.startsWith('https:')
  if (!isSecure && !allowsPrivateAddresses) return { status: null, failure: 'address' }
  // The agents check the address that the name resolves to, and connect to that one.
  const filter = { allowPrivateIPAddress: allowsPrivateAddresses }
  const signal = AbortSignal.timeout(timeoutMilliseconds)
  const request = (isSecure ? https : http).request(url, {
    method: 'POST',
    agent: isSecure ? new RequestFilteringHttpsAgent(filter) : new RequestFilteringHttpAgent(filter),
    signal,
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
  })
  try {
    request.end(body)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return { status: response.statusCode ?? null, failure: null }
  } catch (error) {
    return { status: null, failure: signal.aborted ? 'timeout' : failureOf(error) }
  } finally {
    // Destroying it before the response ended emits an error.
    request.on('error', () => {}).destroy()
  }
}

function failureOf(error: unknown): DeliveryFailure {
  if (!(error instanceof Error)) return 'unreachable'
  if (/ is not allowed/.test(error.message)) return 'address'
  if ('code' in error && /CERT|SSL|TLS|SELF_SIGNED/.test(String(error.code))) return 'certificate'
  return 'unreachable'
}
