// The corrections of the year: reversals, refunds by hand and through Stripe, disputes, money paid twice, and void invoices.
import { expect } from 'vitest'
import { daysAfter } from '../../domain/time.ts'
import { created, type Firm, refused, succeeded } from './firm.ts'
import { balanceOf, type Entry, type Invoice, isOwed, refundable } from './ledger.ts'
import type { Paid, Payments } from './payments.ts'

const reason = 'Entered on the wrong invoice'

export class Corrections {
  private readonly firm: Firm
  private readonly payments: Payments
  readonly made = { reversals: 0, refunds: 0, onlineRefunds: 0, disputes: 0, paidTwice: 0, voided: 0, retainers: 0 }

  constructor(firm: Firm, payments: Payments) {
    this.firm = firm
    this.payments = payments
  }

  plan(): void {
    const { firm } = this
    const { many } = firm
    firm.spread(many(14), '2031-02-20', '2031-12-10', () => this.reverse())
    firm.spread(many(12) + 1, '2031-03-01', '2031-12-12', (index) => this.refund(index))
    firm.spread(many(8) + 1, '2031-04-15', '2031-12-14', (index) => this.refundOnline(index))
    firm.spread(Math.max(3, many(5)), '2031-05-05', '2031-11-20', (index) => this.dispute(index))
    firm.spread(many(3) + 1, '2031-06-10', '2031-11-25', (index) => this.payTwice(index))
    firm.spread(many(6), '2031-02-10', '2031-12-05', () => this.voidOne())
  }

  /** One of the items, or the same step some days later if there is none yet. */
  private choose<T>(items: readonly T[], again: () => Promise<void>): T | null {
    const { firm } = this
    if (items.length > 0) return firm.random.oneOf(items)
    firm.later(again)
    return null
  }

  /** Payments that nothing was done about yet. */
  private untouched = <T extends Paid>(payments: readonly T[]): T[] =>
    payments.filter(
      ({ invoice, entry }) =>
        !invoice.isBusy && !invoice.isRetainer && !invoice.entries.some(({ corrects }) => corrects === entry),
    )

  /** Credit notes of an invoice limit what else can be credited. */
  private hasNote = (invoice: Invoice) => this.firm.ledger.notes.some((note) => note.invoice === invoice)

  private async reverse(): Promise<void> {
    const { firm } = this
    const paid = this.choose(this.untouched(this.payments.byHand), () => this.reverse())
    if (paid === null) return
    const { invoice, entry } = paid
    const admin = await firm.admin()
    const path = `/api/payments/${entry.id}/reversal`
    refused(await admin.post(path, {}), 400)
    const { id, date } = created(await admin.post(path, { reason }))
    // However old the payment is.
    expect(date).toBe(firm.today)
    firm.ledger.reverse(invoice, entry, { id, date })
    this.made.reversals++
    refused(await admin.post(path, { reason }), 409)
    refused(await admin.post(`/api/payments/${entry.id}/refund`, { reason, amount: 1 }), 409)
  }

  /** Every other one with a credit note, so that nothing is due again. */
  private async refund(index: number): Promise<void> {
    const { firm } = this
    const creditNote = index % 2 === 0
    const found = this.untouched(this.payments.byHand).filter(({ invoice }) => !this.hasNote(invoice))
    const paid = this.choose(found, () => this.refund(index))
    if (paid === null) return
    const { invoice, entry } = paid
    const admin = await firm.admin()
    const path = `/api/payments/${entry.id}/refund`
    refused(await admin.post(path, { reason, amount: entry.amount + 1 }), 409)
    const amount = index % 3 === 0 ? entry.amount : firm.random.between(1, entry.amount)
    const { id } = created(await admin.post(path, { reason, amount, method: 'check', creditNote }))
    firm.ledger.refund(invoice, entry, { id, amount, date: firm.today })
    if (creditNote) await this.noteCredit(invoice, amount)
    this.made.refunds++
    refused(await admin.post(`/api/payments/${entry.id}/reversal`, { reason }), 409)
  }

  /** Notes the credit note that came with a refund. */
  async noteCredit(invoice: Invoice, amount: number): Promise<void> {
    const { firm } = this
    const admin = await firm.admin()
    const [note] = succeeded(await admin.get(`/api/credit-notes?invoiceId=${invoice.id}`))
    expect(note).toMatchObject({ amount, date: firm.today })
    const entryId = await this.payments.newest(invoice, { kind: 'credit', creditNoteId: note.id })
    const { folder } = invoice
    const { tax } = firm.ledger.credit(
      { id: note.id, number: note.creditNoteNumber, folder, invoice, amount, date: firm.today, rate: null },
      entryId,
    )
    expect(note).toMatchObject({ subtotal: amount - tax, tax })
  }

  /** From the portal, with and without a credit note, and in Stripe. */
  private async refundOnline(index: number): Promise<void> {
    const { firm, payments } = this
    const creditNote = index % 3 === 0
    const found = this.untouched(payments.online).filter(({ invoice }) => !creditNote || !this.hasNote(invoice))
    const paid = this.choose(found, () => this.refundOnline(index))
    if (paid === null) return
    const { invoice, entry, intent } = paid
    const admin = await firm.admin()
    const amount = index % 4 === 0 ? entry.amount : firm.random.between(1, entry.amount)
    refused(await admin.post(`/api/payments/${entry.id}/refund`, { reason, amount }), 409)
    this.made.onlineRefunds++
    if (index % 3 === 2) {
      const refund = firm.online.stripe.refund(intent, amount)
      await payments.event('refund.created', refund, 2)
      return void (await this.takenBack(invoice, entry, amount))
    }
    created(await admin.post(`/api/payments/${entry.id}/online-refund`, { reason, amount, creditNote }))
    // A refund with a credit note adds two entries, of which the credit is the newer one.
    const entries = succeeded(await admin.get(`/api/invoices/${invoice.id}/payments`))
    const { id, amount: returned } = entries[creditNote ? 1 : 0]
    expect(returned).toBe(-amount)
    firm.ledger.refund(invoice, entry, { id, amount, date: firm.today })
    if (creditNote) await this.noteCredit(invoice, amount)
  }

  private async takenBack(invoice: Invoice, payment: Entry, amount: number): Promise<Entry> {
    const { firm } = this
    const id = await this.payments.newest(invoice, { kind: 'refund', amount: -amount, date: firm.today })
    return firm.ledger.refund(invoice, payment, { id, amount, date: firm.today })
  }

  /** A dispute is won, lost and paid by check, or won after the invoice was paid by check. */
  private async dispute(index: number): Promise<void> {
    const { firm, payments } = this
    const { stripe } = firm.online
    const paid = this.choose(this.untouched(payments.online), () => this.dispute(index))
    if (paid === null) return
    const { invoice, entry, intent } = paid
    const amount = refundable(invoice, entry)
    const dispute = stripe.dispute(intent, amount)
    await payments.event('charge.dispute.created', dispute, 2)
    const taken = await this.takenBack(invoice, entry, amount)
    invoice.isBusy = true
    this.made.disputes++
    firm.on(daysAfter(firm.today, 20), async () => {
      const isWon = index % 3 !== 1
      if (index % 3 !== 0) await payments.payByHand(invoice, balanceOf(invoice))
      dispute.status = isWon ? 'won' : 'lost'
      await payments.event('charge.dispute.closed', dispute)
      if (index % 3 === 0) {
        const id = await payments.newest(invoice, { kind: 'reversal', amount, date: firm.today })
        firm.ledger.reverse(invoice, taken, { id, date: firm.today })
      } else if (isWon) firm.ledger.unapplied.set(invoice, amount)
      invoice.isBusy = index % 3 === 2
    })
  }

  /** By check while the payment page is open, and then there, too. Stripe returns it, or it is used in the portal. */
  private async payTwice(index: number): Promise<void> {
    const { firm, payments } = this
    const found = firm.ledger.invoices.filter(
      (each) =>
        isOwed(each) &&
        !each.isBusy &&
        !each.isRetainer &&
        balanceOf(each) >= 50 &&
        !firm.clientWith(each).isPublicSchool,
    )
    const invoice = this.choose(found, () => this.payTwice(index))
    if (invoice === null) return
    const client = firm.clientWith(invoice)
    const amount = balanceOf(invoice)
    const sessionId = await payments.start(invoice, client, amount)
    await payments.payByHand(invoice, amount)
    const intent = firm.online.stripe.pay(sessionId)
    await payments.event('checkout.session.completed', firm.online.stripe.sessions.get(sessionId) as object, 2)
    firm.ledger.unapplied.set(invoice, amount)
    this.made.paidTwice++
    // What is unapplied belongs to this invoice alone.
    invoice.isBusy = true
    firm.on(daysAfter(firm.today, 6), async () => {
      if (index % 2 === 0) await payments.event('refund.created', firm.online.stripe.refund(intent, amount))
      else await this.useUnapplied(invoice, amount)
      firm.ledger.unapplied.delete(invoice)
    })
  }

  /** Part of it pays another invoice of the client, part is added to the retainer, and the rest is refunded. */
  private async useUnapplied(paid: Invoice, amount: number): Promise<void> {
    const { firm, payments } = this
    const { ledger, today } = firm
    const admin = await firm.admin()
    const [found] = succeeded(await admin.get(`/api/online-payments/unapplied?invoiceId=${paid.id}`))
    expect(found).toMatchObject({ amount, unapplied: amount })
    const path = `/api/online-payments/${found.id}`
    refused(await admin.post(`${path}/retainer`, { amount: amount + 1 }), 409)
    let left = amount
    const due = ledger.invoices.filter(
      (each) => each.folder === paid.folder && isOwed(each) && !each.isBusy && !each.isRetainer && balanceOf(each) > 0,
    )
    if (due.length > 0) {
      const other = firm.random.oneOf(due)
      const part = Math.min(balanceOf(other), Math.ceil(amount / 2))
      left -= part
      const after = succeeded(await admin.post(`${path}/applications`, { invoiceId: other.id, amount: part }))
      expect(after.unapplied).toBe(left)
      const id = await payments.newest(other, { kind: 'payment', amount: part, isOnline: true, date: today })
      ledger.pay(other, { id, amount: part, date: today, isOnline: true })
    }
    const forRetainer = Math.ceil(left / 2)
    if (forRetainer > 0) {
      left -= forRetainer
      const after = succeeded(await admin.post(`${path}/retainer`, { amount: forRetainer }))
      expect(after.unapplied).toBe(left)
      await this.noteRetainer(paid, forRetainer)
    }
    if (left > 0) {
      const after = succeeded(await admin.post(`${path}/refund`, { amount: left, reason }))
      expect(after.unapplied).toBe(0)
    }
    refused(await admin.post(`${path}/retainer`, { amount: 1 }), 409)
  }

  /** Notes the retainer invoice that unapplied money paid. */
  private async noteRetainer({ folder }: Invoice, amount: number): Promise<void> {
    const { ledger, today, admin } = this.firm
    const [made] = succeeded(await (await admin()).get(`/api/invoices?clientFolderId=${folder.id}&limit=1`))
    expect(made).toMatchObject({ isRetainer: true, status: 'paid', total: amount })
    const lines = [{ description: 'Retainer', hundredths: 100, rate: amount, isTaxed: false }]
    const bill = ledger.draft({
      id: made.id,
      number: made.invoiceNumber,
      folder,
      lines,
      dueDate: made.dueDate,
      isRetainer: true,
    })
    bill.sentOn = today
    this.made.retainers++
    const id = await this.payments.newest(bill, { kind: 'payment', amount, isOnline: true })
    ledger.pay(bill, { id, amount, date: today, isOnline: true })
  }

  private async voidOne(): Promise<void> {
    const { firm } = this
    const found = firm.ledger.invoices.filter(
      (each) =>
        isOwed(each) &&
        !each.isBusy &&
        !each.isRetainer &&
        each.entries.length === 0 &&
        (each.sentOn ?? '') >= firm.openFrom,
    )
    const invoice = this.choose(found, () => this.voidOne())
    if (invoice === null) return
    const admin = await firm.admin()
    succeeded(await admin.patch(`/api/invoices/${invoice.id}/status`, { status: 'void', reason: 'Sent by mistake' }))
    invoice.isVoid = true
    this.made.voided++
    refused(await admin.post(`/api/invoices/${invoice.id}/payments`, { amount: 1 }), 409)
  }
}
