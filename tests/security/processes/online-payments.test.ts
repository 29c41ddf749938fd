// A portal that is killed while Stripe's events arrive records each payment once, when Stripe sends the events again.
import { expect, it, onTestFinished } from 'vitest'
import { firstFolder } from '../../instances/writers.ts'
import { type Portal, startPortal } from '../../running-portal.ts'
import {
  secretKey,
  type SignedEvent,
  startStripeServer,
  type StripeServer,
  webhookSecret,
} from '../../stripe-server.ts'
import { count, measured } from '../measured.ts'
import { type Client, rowsOf, runCommand, signIn, visitor } from './client.ts'

const hour = 3_600_000
const paymentsPerRound = 8

interface Recorded {
  sessionId: string
  status: string
  isEntered: boolean
  entries: number
  invoiceStatus: string
}

it(
  'H1: a payment is recorded once when the portal is killed while its events arrive and Stripe sends them again',
  { timeout: hour },
  async (test) => {
    const rounds = count(2, 60)
    const stripe = await startStripeServer()
    onTestFinished(() => stripe.close())
    const settings = {
      DEMO: 'on',
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: stripe.url,
    }
    let portal = await startPortal(settings)
    onTestFinished(() => portal.stop())
    const [admin, client] = [await signIn(portal.url, 'admin'), await signIn(portal.url, 'client')]
    const folder = await firstFolder(client)
    const events = new Map<string, () => SignedEvent>()
    const answered = new Set<string>()
    let interrupted = 0
    for (let round = 0; round < rounds; round++) {
      await rowsOf(portal.dataDir, 'delete from rate_limits')
      for (let n = 0; n < paymentsPerRound; n++) {
        const sessionId = await pay(
          visitor(portal.url, admin.cookie),
          visitor(portal.url, client.cookie),
          folder,
          stripe,
        )
        // Half of them have one event, so that no other makes up for a lost one.
        for (const [id, signed] of eventsOf(stripe, sessionId).slice(n % 2)) events.set(id, signed)
      }
      // With those that the last kill interrupted, as Stripe does.
      const waiting = [...events].filter(([id]) => !answered.has(id))
      const before = answered.size
      const { url } = portal
      const killed = Promise.withResolvers<void>()
      await Promise.all(
        waiting.map(async ([id, signed]) => {
          const status = await send(url, signed()).catch(() => null)
          // 503: the kill reached its database first. Stripe sends the event again.
          if (status === null || status === 503) return void interrupted++
          expect(status).toBe(200)
          answered.add(id)
          if (answered.size === before + 1 + (round % 5)) void portal.kill().then(killed.resolve)
        }),
      )
      await killed.promise
      portal = await startPortal(settings, portal.dataDir)
    }
    // Deliver every event again, acknowledged or not.
    for (const [, signed] of events) expect(await send(portal.url, signed())).toBe(200)
    const recorded = await recordedIn(portal)
    const audited = await rowsOf(
      portal.dataDir,
      "select from audit_entries where action = 'invoice.payment-recorded' and details->>'paymentId' in (select payment_id::text from online_payments)",
    )
    const verified = await runCommand('verify', [], { DATA_DIR: portal.dataDir, ...settings })
    measured(test, `${rounds} kills, ${events.size} events, ${interrupted} interrupted, ${recorded.length} payments`)
    expect(interrupted).toBeGreaterThan(0)
    expect(recorded.map(({ sessionId }) => sessionId).toSorted()).toEqual([...stripe.sessions.keys()].toSorted())
    for (const each of recorded)
      expect(each).toMatchObject({ status: 'paid', isEntered: true, entries: 1, invoiceStatus: 'paid' })
    expect(audited).toHaveLength(recorded.length)
    expect(verified.code, verified.output).toBe(0)
  },
)

/** An invoice that the client paid on Stripe's page. */
async function pay(admin: Client, client: Client, clientFolderId: string, stripe: StripeServer): Promise<string> {
  const lineItems = [{ description: 'Consulting', quantity: 1, rate: 10_000 }]
  const invoice = await admin.call('POST', '/api/invoices', { clientFolderId, lineItems, dueDate: '2099-12-31' })
  const path = `/api/invoices/${invoice.body.id}`
  await admin.call('PATCH', `${path}/status`, { status: 'sent' })
  const known = new Set(stripe.sessions.keys())
  const started = await client.call('POST', `${path}/online-payments`, {})
  expect(started.status, started.text).toBe(201)
  const sessionId = [...stripe.sessions.keys()].find((id) => !known.has(id)) ?? ''
  stripe.pay(sessionId)
  return sessionId
}

/** The events about a payment, each signed again whenever it is sent. */
function eventsOf(stripe: StripeServer, sessionId: string): [id: string, signed: () => SignedEvent][] {
  const session = stripe.sessions.get(sessionId)
  if (session === undefined) throw new Error(`There is no checkout ${sessionId}`)
  const intent = { object: 'payment_intent', id: session.payment_intent, metadata: session.metadata }
  const [first, second] = [`evt_${sessionId}_1`, `evt_${sessionId}_2`]
  return [
    [first, () => stripe.signed('checkout.session.completed', session, { id: first })],
    [second, () => stripe.signed('payment_intent.succeeded', intent, { id: second })],
  ]
}

async function send(url: string, { body, signature }: SignedEvent): Promise<number> {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const answer = await fetch(`${url}/api/stripe-events`, { method: 'POST', headers, body })
  await answer.arrayBuffer()
  return answer.status
}

const recordedIn = ({ dataDir }: Portal) =>
  rowsOf<Recorded>(
    dataDir,
    `select o.session_id as "sessionId", o.status, o.payment_id is not null as "isEntered", i.status as "invoiceStatus",
      (select count(*)::int from payments p where p.invoice_id = o.invoice_id) as entries
    from online_payments o join invoices i on i.id = o.invoice_id`,
  )
