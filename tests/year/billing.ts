// The invoices of the year: from contracts whole and in installments, from recorded time, recurring, for retainers, and single ones.
import { expect } from 'vitest'
import { daysAfter } from '../../domain/time.ts'
import { type Line, lineCents, timeCents } from './arithmetic.ts'
import { type Client, created, type Firm, refused, succeeded } from './firm.ts'
import type { Invoice } from './ledger.ts'

interface Priced {
  from: string
  rate: number
}

interface Card {
  id: string
  name: string
  rates: Priced[]
}

interface Plan {
  id: string
  client: Client
  lines: Line[]
  sends: boolean
  /** The days of its invoices that are still to come. */
  days: string[]
}

type Made = Record<'id' | 'invoiceNumber', string> & { contractId: string | null; isRetainer: boolean }

/** What the last line of a price list before or on a day says. */
const inForce = (rates: readonly Priced[], day: string) => rates.findLast(({ from }) => from <= day)

export class Billing {
  private readonly firm: Firm
  private readonly cards: Card[] = []
  /** By client and card. */
  private readonly clientPrices = new Map<string, Priced[]>()
  private readonly plans: Plan[] = []
  readonly made = { contract: 0, installment: 0, time: 0, recurring: 0, retainer: 0, single: 0 }

  constructor(firm: Firm) {
    this.firm = firm
  }

  async openCards(): Promise<void> {
    const admin = await this.firm.admin()
    for (const [index, rate] of [12_000, 14_550, 9999].entries()) {
      const name = `Service ${index + 1}`
      const card = { serviceName: name, description: 'By the hour.', serviceType: 'hr-consulting', hourlyRate: rate }
      const { id } = created(await admin.post('/api/service-rates', card))
      this.cards.push({ id, name, rates: [{ from: '2000-01-01', rate }] })
    }
    for (const client of this.firm.clients.filter((_, at) => at % 4 === 1)) {
      const { id } = this.cards[0] as Card
      await this.setPrice(client, id, 10_525, this.firm.today)
      await this.setPrice(client, id, 11_075, '2031-09-01')
    }
  }

  private async setPrice(client: Client, serviceRateId: string, rate: number, from: string) {
    const price = { serviceRateId, hourlyRate: rate, effectiveFrom: from }
    created(await (await this.firm.admin()).post(`/api/client-folders/${client.id}/client-prices`, price))
    const key = `${client.id} ${serviceRateId}`
    this.clientPrices.set(key, [...(this.clientPrices.get(key) ?? []), { from, rate }])
  }

  /** In June, the rates from July 1 on. */
  async raiseRates(): Promise<void> {
    const admin = await this.firm.admin()
    for (const { id, name, rates } of this.cards) {
      const rate = (rates[0]?.rate ?? 0) + 775
      const card = { serviceName: name, description: 'By the hour.', serviceType: 'hr-consulting' }
      succeeded(
        await admin.put(`/api/service-rates/${id}`, { ...card, hourlyRate: rate, hourlyRateFrom: '2031-07-01' }),
      )
      rates.push({ from: '2031-07-01', rate })
    }
  }

  private async draft(client: Client, lines: Line[], body: object, dueDate: string, path = '/api/invoices') {
    const admin = await this.firm.admin()
    const made = created(await admin.post(path, { clientFolderId: client.id, dueDate, ...body }))
    return this.enter(client, lines, made, dueDate)
  }

  /** Notes a draft in the ledger, whose totals must be those of the portal. */
  private enter(client: Client, lines: Line[], made: Made, dueDate: string, more = {}): Invoice {
    const { id, invoiceNumber, contractId, isRetainer } = made
    const input = { id, number: invoiceNumber, folder: client, lines, dueDate, contractId, isRetainer, ...more }
    const invoice = this.firm.ledger.draft(input)
    const { subtotal, tax, total } = invoice
    expect(made).toMatchObject({ subtotal, tax, total, dueDate })
    return invoice
  }

  /** Sends a draft; if the sales tax changed since it was saved, it has to be saved again first. */
  async send(invoice: Invoice): Promise<void> {
    const admin = await this.firm.admin()
    const path = `/api/invoices/${invoice.id}`
    if (!invoice.isRetainer && invoice.setting !== this.firm.ledger.tax) {
      refused(await admin.patch(`${path}/status`, { status: 'sent' }), 409)
      this.firm.ledger.calculate(invoice)
      const { subtotal, tax, total } = invoice
      expect(succeeded(await admin.put(path, {}))).toMatchObject({ subtotal, tax, total })
    }
    succeeded(await admin.patch(`${path}/status`, { status: 'sent' }))
    invoice.sentOn = this.firm.today
  }

  private async sendNow(made: Promise<Invoice>): Promise<Invoice> {
    const invoice = await made
    await this.send(invoice)
    return invoice
  }

  /** One to four lines, every fourth invoice with a discount. */
  async single(client: Client): Promise<Invoice> {
    const { random, ledger } = this.firm
    const lines = Array.from({ length: random.between(1, 4) }, (_, at): Line => ({
      description: `Work ${at + 1}`,
      hundredths: random.oneOf([100, 25 * random.between(1, 80), random.between(1, 999)]),
      rate: random.between(5000, 45_000),
      isTaxed: random.below(3) > 0,
    }))
    if (this.made.single++ % 4 === 0) {
      const total = lines.reduce((all, line) => all + lineCents(line), 0)
      lines.push({ description: 'Discount', hundredths: 100, rate: -random.below(total), isTaxed: true })
    }
    const lineItems = lines.map(({ description, hundredths, rate, isTaxed }) => ({
      description,
      quantity: hundredths / 100,
      rate,
      ...(ledger.tax.mode === 'by-line' ? { taxed: isTaxed } : {}),
    }))
    const dueDate = daysAfter(this.firm.today, client.isPublicSchool ? 45 : 30)
    return this.sendNow(this.draft(client, lines, { lineItems, description: 'Consulting' }, dueDate))
  }

  /** Half of the contracts are billed in installments, a quarter with one invoice. */
  async billContract(contractId: string, client: Client, index: number): Promise<void> {
    const { firm } = this
    if (index % 4 === 0) return
    const total = firm.ledger.contracts.get(contractId) ?? 0
    const dueDate = daysAfter(firm.today, 30)
    const admin = await firm.admin()
    if (index % 4 === 1) {
      this.made.contract++
      const made = created(await admin.post('/api/invoices', { clientFolderId: client.id, contractId, dueDate }))
      expect(made.subtotal).toBe(total)
      await this.send(this.enter(client, linesIn(made), made, dueDate))
      return
    }
    const count = index % 4 === 2 ? 3 : 4
    const each = (total - (total % count)) / count
    const installments = Array.from({ length: count }, (_, at) => ({
      amount: at < count - 1 ? each : total - each * (count - 1),
      dueDate: daysAfter(firm.today, 30 + 45 * at),
    }))
    const path = `/api/contracts/${contractId}/installments`
    const wrong = installments.map((one) => ({ ...one, amount: one.amount + 1 }))
    refused(await admin.post(path, { installments: wrong }), 400)
    const { invoices } = created(await admin.post(path, { installments }))
    refused(await admin.post(path, { installments }), 409)
    installments.forEach(({ amount, dueDate: due }, at) => {
      this.made.installment++
      const lines = [{ description: 'Installment', hundredths: 100, rate: amount, isTaxed: true }]
      const invoice = this.enter(client, lines, invoices[at], due, { contractId })
      const sendOn = daysAfter(due, -20)
      // Those of the next year stay drafts.
      if (sendOn <= '2031-12-20') firm.on(sendOn, () => this.send(invoice))
    })
  }

  /** Staff record time on some of the last days; the administrator bills it. */
  async time(client: Client): Promise<void> {
    const { firm } = this
    const staff = await firm.staffOf(client)
    const entries: { id: string; key: string; cents: number; rate: number }[] = []
    for (let count = firm.random.between(2, 5); count > 0; count--) {
      const card = firm.random.oneOf(this.cards)
      const date = daysAfter(firm.today, -firm.random.between(1, 12))
      const minutes = firm.random.between(1, 170)
      const price = inForce(this.clientPrices.get(`${client.id} ${card.id}`) ?? [], date) ?? inForce(card.rates, date)
      const rate = price?.rate ?? 0
      const input = { clientFolderId: client.id, serviceRateId: card.id, date, minutes, description: 'Advice' }
      const body = created(await staff.post('/api/time-entries', input))
      const cents = timeCents(minutes, rate)
      expect(body, `${minutes} minutes on ${date}`).toMatchObject({ hourlyRate: rate, amount: cents })
      firm.ledger.work.push({ folder: client, date, minutes })
      entries.push({ id: body.id, key: `${card.id} ${rate}`, cents, rate })
    }
    const isByEntry = this.made.time++ % 3 === 0
    const groups = Map.groupBy(entries, ({ id, key }) => (isByEntry ? id : key))
    // Each line is the exact sum of its entries.
    const lines = [...groups.values()].map((group) => ({
      description: 'Time',
      hundredths: 100,
      rate: group.reduce((all, { cents }) => all + cents, 0),
      isTaxed: true,
    }))
    const input = { timeEntryIds: entries.map(({ id }) => id), grouping: isByEntry ? 'entry' : 'service' }
    const dueDate = daysAfter(firm.today, 30)
    const invoice = await this.draft(client, lines, input, dueDate, '/api/time-entries/invoice')
    refused(
      await (await firm.admin()).post('/api/time-entries/invoice', { clientFolderId: client.id, dueDate, ...input }),
      409,
    )
    await this.send(invoice)
  }

  /** A recurring invoice each month on a day; some plans draft it instead of sending it. */
  async startPlan(index: number): Promise<void> {
    const { firm } = this
    const client = firm.clients[(index * 3) % firm.clients.length] as Client
    const day = [1, 15, 31][index % 3] as number
    const lines = [{ description: 'HR on call', hundredths: 100 + 50 * index, rate: 24_999 + index, isTaxed: true }]
    const lineItems = lines.map(({ description, hundredths, rate }) => ({
      description,
      quantity: hundredths / 100,
      rate,
    }))
    const sends = index % 2 === 0
    const plan = { lineItems, everyMonths: 1, dayOfMonth: day, startsOn: firm.today, sends }
    const admin = await firm.admin()
    const { id } = created(await admin.post(`/api/client-folders/${client.id}/invoice-plans`, plan))
    const days = Array.from({ length: 12 }, (_, month) => {
      const last = new Date(Date.UTC(2031, month + 1, 0)).getUTCDate()
      return `2031-${String(month + 1).padStart(2, '0')}-${String(Math.min(day, last)).padStart(2, '0')}`
    }).filter((each) => each > firm.today)
    this.plans.push({ id, client, lines, sends, days })
  }

  /** Notes the invoices that the job created this morning, and that it created no others. */
  async collectRecurring(): Promise<void> {
    const { firm } = this
    for (const plan of this.plans.filter(({ days }) => days[0] === firm.today)) {
      plan.days.shift()
      const admin = await firm.admin()
      const { invoices } = succeeded(await admin.get(`/api/invoice-plans/${plan.id}`))
      expect(invoices[0].period).toBe(firm.today)
      const made = succeeded(await admin.get(`/api/invoices/${invoices[0].id}`))
      const invoice = this.enter(
        plan.client,
        plan.lines,
        made,
        daysAfter(firm.today, plan.client.isPublicSchool ? 45 : 30),
      )
      this.made.recurring++
      if (plan.sends) invoice.sentOn = firm.today
      else firm.on(daysAfter(firm.today, 1), () => this.send(invoice))
      expect(made.status).toBe(plan.sends ? 'sent' : 'draft')
    }
  }

  async retainer(client: Client, amount: number): Promise<Invoice> {
    const dueDate = daysAfter(this.firm.today, 15)
    const lines = [{ description: 'Retainer', hundredths: 100, rate: amount, isTaxed: false }]
    this.made.retainer++
    const path = `/api/client-folders/${client.id}/retainer/invoices`
    const made = created(await (await this.firm.admin()).post(path, { amount, dueDate }))
    return this.sendNow(Promise.resolve(this.enter(client, lines, made, dueDate)))
  }
}

/** The lines of an invoice that the portal filled in from a contract, whose totals were agreed on before. */
const linesIn = ({ lineItems }: { lineItems: { description: string; quantity: number; rate: number }[] }): Line[] =>
  lineItems.map(({ description, quantity, rate }) => ({
    description,
    hundredths: Math.round(quantity * 100),
    rate,
    isTaxed: true,
  }))
