// A server that speaks the part of Stripe's API that the portal uses, and sends events signed as Stripe signs them. A test decides what
// the payer does on the payment page, and when which event is sent.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import type { TestApp } from './test-app.ts'

export const webhookSecret = 'whsec_test0123456789'
export const secretKey = 'sk_test_0123456789'

interface Refund {
  object: 'refund'
  id: string
  amount: number
  status: string
  payment_intent: string
  metadata: Record<string, string>
}

interface Dispute {
  object: 'dispute'
  id: string
  amount: number
  status: string
  payment_intent: string
}

interface Session {
  object: 'checkout.session'
  id: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  amount_total: number
  metadata: Record<string, string>
  allowed_payment_method_types: string[]
  url: string
  payment_intent: string | null
}

interface Intent {
  object: 'payment_intent'
  id: string
  status: string
  metadata: Record<string, string>
  type: 'card' | 'us_bank_account'
}

export interface StripeServer {
  url: string
  sessions: Map<string, Session>
  /** Creating a checkout fails as often as this says. */
  failures: { next: number }
  /** What happens when the portal asks for a refund. The last two close the connection without an answer. */
  refunding: { outcome: 'made' | 'refused' | 'made-unanswered' | 'lost' }
  /** Completes the payment page: a card is charged immediately, a bank payment is pending. */
  pay(sessionId: string, type?: 'card' | 'us_bank_account', amount?: number): string
  /** The bank makes the payment, or does not. */
  settle(sessionId: string, isPaid: boolean): void
  refund(intent: string, amount: number): Refund
  dispute(intent: string, amount: number): Dispute
  /** An event as it is sent: its text and its signature. */
  signed(type: string, object: object, more?: { id?: string; secret?: string; at?: number }): SignedEvent
  close(): Promise<void>
}

export interface SignedEvent {
  body: string
  signature: string
}

export async function startStripeServer(): Promise<StripeServer> {
  const sessions = new Map<string, Session>()
  const byKey = new Map<string, Session>()
  const intents = new Map<string, Intent>()
  const refunds: Refund[] = []
  const disputes: Dispute[] = []
  const failures = { next: 0 }
  const refunding: StripeServer['refunding'] = { outcome: 'made' }
  const refundsByKey = new Map<string, Refund>()
  let count = 0
  const next = (prefix: string) => `${prefix}_${String(++count).padStart(4, '0')}`

  const withIntent = (session: Session, isExpanded: boolean) => {
    const intent = session.payment_intent === null ? undefined : intents.get(session.payment_intent)
    if (!isExpanded || intent === undefined) return session
    const latest_charge = { object: 'charge', id: 'ch_1', payment_method_details: { type: intent.type } }
    return { ...session, payment_intent: { ...intent, latest_charge } }
  }

  function create(form: URLSearchParams, key: string): Session {
    const known = byKey.get(key)
    if (known !== undefined) return known
    const id = next('cs_test')
    const session: Session = {
      object: 'checkout.session',
      id,
      status: 'open',
      payment_status: 'unpaid',
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      metadata: { onlinePaymentId: form.get('metadata[onlinePaymentId]') ?? '' },
      allowed_payment_method_types: [...form]
        .filter(([name]) => name.startsWith('allowed_payment_method_types'))
        .map(([, value]) => value),
      url: `https://checkout.stripe.example/${id}`,
      payment_intent: null,
    }
    sessions.set(id, session)
    byKey.set(key, session)
    return session
  }

  function addRefund(intent: string, amount: number, metadata: Record<string, string> = {}): Refund {
    const refund: Refund = {
      object: 'refund',
      id: next('re'),
      amount,
      status: 'succeeded',
      payment_intent: intent,
      metadata,
    }
    refunds.push(refund)
    return refund
  }

  function createRefund(form: URLSearchParams, key: string): [number, unknown] | null {
    if (refunding.outcome === 'refused')
      return [400, { error: { type: 'invalid_request_error', message: 'Insufficient funds' } }]
    if (refunding.outcome === 'lost') return null
    const refund =
      refundsByKey.get(key) ??
      addRefund(form.get('payment_intent') ?? '', Number(form.get('amount')), {
        onlineRefundId: form.get('metadata[onlineRefundId]') ?? '',
      })
    refundsByKey.set(key, refund)
    return refunding.outcome === 'made' ? [200, refund] : null
  }

  function answer(method: string, url: URL, form: URLSearchParams, key: string): [number, unknown] | null {
    const [, , noun, ...rest] = url.pathname.split('/')
    if (noun === 'checkout' && method === 'POST' && rest.length === 1) {
      if (failures.next > 0) {
        failures.next--
        return [400, { error: { type: 'invalid_request_error', message: 'Out of order' } }]
      }
      return [200, create(form, key)]
    }
    if (noun === 'checkout') {
      const session = sessions.get(rest[1] ?? '')
      if (session === undefined) return [404, { error: { type: 'invalid_request_error', message: 'No such session' } }]
      if (method === 'POST') {
        if (session.status !== 'open')
          return [400, { error: { type: 'invalid_request_error', message: 'Not open any more' } }]
        session.status = 'expired'
      }
      return [
        200,
        withIntent(
          session,
          [...url.searchParams.keys()].some((name) => name.startsWith('expand')),
        ),
      ]
    }
    const of = url.searchParams.get('payment_intent')
    const list = (data: object[]) =>
      [200, { object: 'list', data, has_more: false, url: url.pathname }] as [number, unknown]
    if (noun === 'refunds' && method === 'POST') return createRefund(form, key)
    if (noun === 'refunds') return list(refunds.filter((each) => each.payment_intent === of))
    if (noun === 'disputes') return list(disputes.filter((each) => each.payment_intent === of))
    const intent = intents.get(rest[0] ?? '')
    return intent === undefined ? [404, { error: { message: 'Nothing here' } }] : [200, intent]
  }

  const server = createServer((request, response) => {
    void textOf(request).then((text) => {
      const url = new URL(request.url ?? '/', 'http://stripe')
      const key = String(request.headers['idempotency-key'] ?? '')
      const answered =
        request.headers.authorization === `Bearer ${secretKey}`
          ? answer(request.method ?? 'GET', url, new URLSearchParams(text), key)
          : [401, { error: { message: 'Wrong key' } }]
      if (answered === null) {
        request.socket.destroy()
        return
      }
      const [status, body] = answered
      response.writeHead(status as number, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))

  const sessionOf = (id: string) => {
    const session = sessions.get(id)
    if (session === undefined) throw new Error(`There is no checkout ${id}`)
    return session
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sessions,
    failures,
    refunding,
    pay(id, type = 'card', amount) {
      const session = sessionOf(id)
      const intent: Intent = {
        object: 'payment_intent',
        id: next('pi'),
        status: type === 'card' ? 'succeeded' : 'processing',
        metadata: session.metadata,
        type,
      }
      intents.set(intent.id, intent)
      session.payment_intent = intent.id
      session.status = 'complete'
      if (amount !== undefined) session.amount_total = amount
      if (type === 'card') session.payment_status = 'paid'
      return intent.id
    },
    settle(id, isPaid) {
      const session = sessionOf(id)
      const intent = intents.get(session.payment_intent ?? '')
      if (intent === undefined) throw new Error('Nothing is on its way')
      intent.status = isPaid ? 'succeeded' : 'requires_payment_method'
      if (isPaid) session.payment_status = 'paid'
    },
    refund: (intent, amount) => addRefund(intent, amount),
    dispute(intent, amount) {
      const dispute: Dispute = {
        object: 'dispute',
        id: next('dp'),
        amount,
        status: 'needs_response',
        payment_intent: intent,
      }
      disputes.push(dispute)
      return dispute
    },
    signed(type, object, { id = next('evt'), secret = webhookSecret, at = Date.now() } = {}) {
      const body = JSON.stringify({ object: 'event', id, type, data: { object }, created: Math.floor(at / 1000) })
      const signature = Stripe.webhooks.generateTestHeaderString({
        payload: body,
        secret,
        timestamp: Math.floor(at / 1000),
      })
      return { body, signature }
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** Delivers an event as Stripe does. */
export const deliver = (testApp: Pick<TestApp, 'visitor'>, { body, signature }: SignedEvent) =>
  testApp.visitor.send({
    method: 'POST',
    url: '/api/stripe-events',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload: body,
  })
