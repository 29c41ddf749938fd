// One signed call to the address of a webhook (the Standard Webhooks specification).
import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'
import { Webhook } from 'standardwebhooks'
import type { DeliveryFailure } from '../../domain/webhook.ts'

interface Message {
  url: string
  id: string
  secret: string
  payload: string
  now: Date
  /** Whether the call may go to an address on the firm's own network, and without TLS. */
  allowsPrivateAddresses: boolean
}

const timeoutMilliseconds = 10_000

export interface Answer {
  status: number | null
  failure: DeliveryFailure | null
}

/** Follows no redirects, and reads only the status of the response. */
export async function post({ url, id, secret, payload, now, allowsPrivateAddresses }: Message): Promise<Answer> {
  const isSecure = url.startsWith('https:')
  if (!isSecure && !allowsPrivateAddresses) return { status: null, failure: 'address' }
  // The agents check the address that the name resolves to, and connect to that one.
  const filter = { allowPrivateIPAddress: allowsPrivateAddresses }
  const signal = AbortSignal.timeout(timeoutMilliseconds)
  const request = (isSecure ? https : http).request(url, {
    method: 'POST',
    agent: isSecure ? new RequestFilteringHttpsAgent(filter) : new RequestFilteringHttpAgent(filter),
    signal,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(payload),
      'user-agent': 'HR-Portal-Webhooks',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, now, payload),
    },
  })
  try {
    request.end(payload)
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
