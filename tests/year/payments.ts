// The payments of the year: by check, in full or in part, and online, with the events of Stripe on time, twice, late, or never.
import { expect } from 'vitest'
import { daysAfter } from '../../domain/time.ts'
import { sessionOf, startPayment } from '../online-payments.ts'
import { deliver } from '../stripe-server.ts'
import { type Client, created, type Firm, lastDay, refused, succeeded } from './firm.ts'
import { balanceOf, type Entry, type Invoice, isOwed } from './ledger.ts'

/** The smallest amount that Stripe takes, in cents. */
const minOnline = 50

export interface Paid {
  invoice: Invoice
  entry: Entry
}

export interface PaidOnline extends Paid {
  intent: string
  sessionId: string
}

/** What happens between Stripe and the portal. */
const courses = ['once', 'twice', 'never', 'by bank', 'late', 'by bank, then card'] as const
type Course = (typeof courses)[number]

export class Payments {
  private readonly firm: Firm
  readonly online: PaidOnline[] = []
  readonly byHand: Paid[] = []
  private started = 0

  constructor(firm: Firm) {
    this.firm = firm
  }

  /** Also those that a bank has not made yet. */
  get count() {
    return this.byHand.length + this.started
  }

  /** Most of the payments evenly over the year, from February on; the last days make up the number. */
  plan(): void {
    const { firm } = this
    const { payments } = firm.counts
    firm.spread(payments, '2031-01-25', '2031-12-20', async (index) => {
      if (this.count < Math.floor(((payments - 5) * (index + 1)) / payments)) await this.payOne()
    })
    firm.on(lastDay, async () => {
      while (this.count < payments) await this.payOne()
    })
  }

  /** Invoices that anyone might pay today; retainers are paid on their own. */
  private due = () =>
    this.firm.ledger.invoices.filter(
      (each) => isOwed(each) && !each.isBusy && !each.isRetainer && balanceOf(each) >= minOnline,
    )

  private async payOne(): Promise<void> {
    const { firm } = this
    const { random, counts } = firm
    const due = this.due()
    if (due.length === 0 && firm.today === lastDay) throw new Error('No invoice is left to pay')
    if (due.length === 0) return
    const invoice = random.oneOf(due)
    const balance = balanceOf(invoice)
    const part = Math.floor((balance * random.between(20, 60)) / 100)
    const isPart = (random.below(4) === 0 || due.length < 3) && part >= minOnline
    const amount = isPart ? part : balance
    // Sooner than those by hand, so that something can still happen to the last ones.
    const pace = 1.5 * counts.online * (this.count + 1)
    const isOnline = this.started < counts.online && this.started * counts.payments < pace
    if (isOnline) return this.payOnline(invoice, amount)
    await this.payByHand(invoice, amount)
    // The client sees the new balance right away.
    const who = await firm.clientOf(firm.clientWith(invoice))
    expect(succeeded(await who.get(`/api/invoices/${invoice.id}`)).balance).toBe(balance - amount)
  }

  async payByHand(invoice: Invoice, amount: number): Promise<Paid> {
    const { firm } = this
    const admin = await firm.admin()
    const path = `/api/invoices/${invoice.id}/payments`
    refused(await admin.post(path, { amount: balanceOf(invoice) + 1 }), 409)
    // A check is often entered some days later, but not before the month was opened, or the invoice was sent.
    const wanted = daysAfter(firm.today, -firm.random.below(5))
    const date = [wanted, firm.openFrom, invoice.sentOn ?? wanted].toSorted().at(-1) as string
    const method = firm.random.oneOf(['check', 'bank-transfer', 'cash', 'other'])
    const { id } = created(await admin.post(path, { amount, date, method, reference: `No. ${this.byHand.length}` }))
    const paid = { invoice, entry: firm.ledger.pay(invoice, { id, amount, date }) }
    this.byHand.push(paid)
    return paid
  }

  private async payOnline(invoice: Invoice, amount: number) {
    const { firm } = this
    const index = this.started++
    const client = firm.clientWith(invoice)
    const isLate = firm.today >= daysAfter(lastDay, -5)
    const course = client.isPublicSchool ? 'by bank' : isLate ? 'once' : (courses[index % courses.length] as Course)
    const { stripe } = firm.online
    invoice.isBusy = true
    const sessionId = await this.start(invoice, client, amount)
    const isByBank = course.startsWith('by bank')
    const intent = stripe.pay(sessionId, isByBank ? 'us_bank_account' : 'card')
    const checkout = () => stripe.sessions.get(sessionId) as object
    const enter = () => this.enter({ invoice, intent, sessionId }, amount)
    const tomorrow = daysAfter(firm.today, 1)
    if (course === 'never') return firm.on(tomorrow, enter)
    if (course === 'late')
      return firm.on(tomorrow, async () => {
        await this.forge(checkout())
        await this.event('checkout.session.completed', checkout())
        await enter()
      })
    await this.event('checkout.session.completed', checkout(), course === 'twice' ? 2 : 1)
    if (!isByBank) return enter()
    const who = await firm.clientOf(client)
    if (amount === balanceOf(invoice)) refused(await startPayment(who, invoice.id), 409)
    firm.on(daysAfter(firm.today, 3), async () => {
      const fails = course === 'by bank, then card'
      stripe.settle(sessionId, !fails)
      await this.event(`checkout.session.async_payment_${fails ? 'failed' : 'succeeded'}`, checkout())
      if (!fails) return enter()
      const again = await this.start(invoice, client, amount)
      const paid = stripe.pay(again)
      await this.event('checkout.session.completed', stripe.sessions.get(again) as object)
      await this.enter({ invoice, intent: paid, sessionId: again }, amount)
    })
  }

  async start(invoice: Invoice, client: Client, amount: number): Promise<string> {
    const who = await this.firm.clientOf(client)
    refused(await startPayment(who, invoice.id, { amount: balanceOf(invoice) + 1 }), 409)
    const body = amount === balanceOf(invoice) ? {} : { amount }
    return sessionOf(this.firm.app, await startPayment(who, invoice.id, body))
  }

  /** Notes a payment that Stripe reported, which must be the newest entry of its invoice. */
  private async enter({ invoice, intent, sessionId }: Omit<PaidOnline, 'entry'>, amount: number): Promise<void> {
    const { today, ledger } = this.firm
    const id = await this.newest(invoice, { kind: 'payment', amount, isOnline: true, date: today })
    const entry = ledger.pay(invoice, { id, amount, date: today, isOnline: true })
    this.online.push({ invoice, entry, intent, sessionId })
    invoice.isBusy = false
  }

  /** The id of the newest entry of an invoice, which must be as expected and new. */
  async newest(invoice: Invoice, expected: object): Promise<string> {
    const entries = succeeded(await (await this.firm.admin()).get(`/api/invoices/${invoice.id}/payments`))
    expect(entries).toHaveLength(invoice.entries.length + 1)
    expect(entries[0]).toMatchObject(expected)
    return entries[0].id
  }

  /** Sends an event as Stripe does, once or more often. */
  async event(type: string, object: object, times = 1): Promise<void> {
    const { online, app } = this.firm
    const event = online.stripe.signed(type, object, { at: app.db.now.getTime() })
    for (let time = 0; time < times; time++) succeeded(await deliver(app, event))
  }

  private async forge(object: object) {
    const { online, app } = this.firm
    const at = app.db.now.getTime()
    const forged = online.stripe.signed('checkout.session.completed', object, { at, secret: 'whsec_forged' })
    refused(await deliver(app, forged), 400)
  }
}
