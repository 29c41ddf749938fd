// Credit notes and retainers of the year.
import { expect } from 'vitest'
import { daysAfter } from '../../domain/time.ts'
import type { Billing } from './billing.ts'
import type { Corrections } from './corrections.ts'
import { type Client, created, type Firm, refused, succeeded } from './firm.ts'
import { retainerOf } from './figures.ts'
import { balanceOf, type Entry, type Invoice, isOwed, type Note } from './ledger.ts'
import type { Payments } from './payments.ts'

const reason = 'Goodwill'

export class Credits {
  private readonly firm: Firm
  private readonly billing: Billing
  private readonly payments: Payments
  private readonly corrections: Corrections
  readonly made = { applied: 0, retainerApplied: 0, taxedCredits: 0 }

  constructor(firm: Firm, billing: Billing, payments: Payments, corrections: Corrections) {
    this.firm = firm
    this.billing = billing
    this.payments = payments
    this.corrections = corrections
  }

  plan(): void {
    const { firm } = this
    firm.spread(Math.max(7, firm.many(20)), '2031-02-25', '2031-12-15', (index) => this.credit(index))
    const clients = firm.clients.filter((_, at) => at % 4 === 0).slice(0, firm.many(8))
    clients.forEach((client, index) => firm.on(daysAfter('2031-02-03', index), () => this.retain(client, index)))
  }

  private due = (folder?: Invoice['folder']) =>
    this.firm.ledger.invoices.filter(
      (each) =>
        isOwed(each) && !each.isBusy && !each.isRetainer && balanceOf(each) > 1 && (!folder || each.folder === folder),
    )

  private hasNote = (invoice: Invoice) => this.firm.ledger.notes.some((note) => note.invoice === invoice)

  private async credit(index: number): Promise<void> {
    const { firm } = this
    const { ledger, random } = firm
    const course = ['of due', 'of paid', 'free', 'void', 'reversed', 'in two parts', 'of retainer'][index % 7]
    if (course === 'of retainer') return this.creditRetainer()
    const isOfDue = course === 'of due' || course === 'reversed'
    const paid = ledger.invoices.filter(
      (each) => isOwed(each) && !each.isBusy && !each.isRetainer && each.total > 1 && balanceOf(each) === 0,
    )
    const choices = (isOfDue ? this.due() : paid).filter((invoice) => !this.hasNote(invoice))
    if (choices.length === 0) return firm.later(() => this.credit(index))
    const chosen = random.oneOf(choices)
    const invoice = isOfDue || course === 'of paid' ? chosen : null
    if (invoice !== null)
      refused(await this.post(chosen.folder as Client, { invoiceId: invoice.id, amount: invoice.total + 1 }), 409)
    const amount = random.between(1, isOfDue ? balanceOf(chosen) : chosen.total)
    const note = await this.issue(chosen.folder as Client, invoice, amount, invoice === null && index % 2 === 0)
    if (course === 'of paid') firm.on(daysAfter(firm.today, 10), () => this.apply(note))
    if (course === 'in two parts')
      for (const days of [5, 15]) firm.on(daysAfter(firm.today, days), () => this.apply(note))
    if (course === 'void') await this.voidNote(note)
    if (course === 'reversed') firm.on(daysAfter(firm.today, 3), () => this.takeOff(note, chosen))
  }

  private post = async (client: Client, body: object) =>
    (await this.firm.admin()).post('/api/credit-notes', { clientFolderId: client.id, reason, ...body })

  /** @param isTaxed whether a credit without an invoice contains sales tax, unless the client is exempt */
  private async issue(folder: Client, invoice: Invoice | null, amount: number, isTaxed = false): Promise<Note> {
    const { firm } = this
    const taxed = isTaxed && !folder.isExempt
    if (isTaxed && folder.isExempt) refused(await this.post(folder, { amount, taxed: true }), 409)
    if (invoice !== null) refused(await this.post(folder, { invoiceId: invoice.id, amount, taxed: true }), 400)
    if (taxed) this.made.taxedCredits++
    const due = invoice === null ? 0 : Math.min(amount, balanceOf(invoice))
    const { id, creditNoteNumber, ...body } = created(
      await this.post(folder, { amount, ...(invoice === null ? { taxed } : { invoiceId: invoice.id }) }),
    )
    const entryId =
      invoice !== null && due > 0 ? await this.payments.newest(invoice, { kind: 'credit', amount: due }) : ''
    const date = firm.today
    const rate = taxed ? firm.ledger.tax.rate : null
    const note = firm.ledger.credit({ id, number: creditNoteNumber, folder, invoice, amount, date, rate }, entryId)
    const { tax } = note
    expect(body).toMatchObject({
      subtotal: amount - tax,
      tax,
      taxRate: rate,
      amount,
      applied: due,
      available: amount - due,
      date,
    })
    return note
  }

  /** Part or all of what is left of a note, to an invoice of the client. */
  private async apply(note: Note): Promise<void> {
    const { ledger, random, admin, today } = this.firm
    const left = ledger.availableOf(note)
    const due = this.due(note.folder)
    if (due.length === 0 || left === 0) return
    const invoice = random.oneOf(due)
    const path = `/api/credit-notes/${note.id}/applications`
    const who = await admin()
    refused(await who.post(path, { invoiceId: invoice.id, amount: Math.max(left, balanceOf(invoice)) + 1 }), 409)
    const most = Math.min(left, balanceOf(invoice))
    const amount = random.below(2) === 0 ? most : random.between(1, most)
    const { available } = created(await who.post(path, { invoiceId: invoice.id, amount }))
    const id = await this.payments.newest(invoice, { kind: 'credit', amount })
    ledger.applyNote(note, invoice, { id, amount, date: today })
    expect(available).toBe(ledger.availableOf(note))
    this.made.applied++
    refused(await who.post(`/api/credit-notes/${note.id}/void`, { reason }), 409)
  }

  private async voidNote(note: Note) {
    const admin = await this.firm.admin()
    succeeded(await admin.post(`/api/credit-notes/${note.id}/void`, { reason }))
    note.isVoid = true
    refused(await admin.post(`/api/credit-notes/${note.id}/void`, { reason }), 409)
  }

  /** The application was a mistake: it is reversed, and applied again some days later. */
  private async takeOff(note: Note, invoice: Invoice) {
    const entry = invoice.entries.find((each) => each.note === note) as Entry
    await this.reverse(invoice, entry)
    const admin = await this.firm.admin()
    // Whether something was paid or not: the credit would be for something that was not billed.
    refused(await admin.patch(`/api/invoices/${invoice.id}/status`, { status: 'void' }), 409)
    this.firm.on(daysAfter(this.firm.today, 4), () => this.apply(note))
  }

  private async reverse(invoice: Invoice, entry: Entry) {
    const { ledger, today, admin } = this.firm
    const { id } = created(await (await admin()).post(`/api/payments/${entry.id}/reversal`, { reason }))
    ledger.reverse(invoice, entry, { id, date: today })
  }

  /** A retainer that is smaller than billed. */
  private async creditRetainer() {
    const client = this.firm.random.oneOf(this.firm.clients)
    const invoice = await this.billing.retainer(client, 150_000)
    await this.issue(client, invoice, 30_001)
    // More than what is still due would be money that no one paid.
    refused(await this.post(client, { invoiceId: invoice.id, amount: balanceOf(invoice) + 1 }), 409)
    await this.payments.payByHand(invoice, balanceOf(invoice))
  }

  /** Billed and paid, then used for invoices; one use is reversed, and the rest is returned in the end. */
  private async retain(client: Client, index: number): Promise<void> {
    const { firm } = this
    const invoice = await this.billing.retainer(client, 500_000 + index)
    firm.on(daysAfter(firm.today, 5), async () => {
      const { entry } = await this.payments.payByHand(invoice, invoice.total)
      for (const months of [1, 3, 5, 7])
        firm.on(daysAfter(firm.today, 30 * months + 2), () => this.use(client, months === 3))
      if (index % 2 === 0) firm.on('2031-12-18', () => this.returnRest(client, invoice, entry))
    })
  }

  private async use(client: Client, isMistake: boolean): Promise<void> {
    const { ledger, admin, random, today } = this.firm
    const { balance } = retainerOf(ledger, client)
    const due = this.due(client)
    if (due.length === 0 || balance === 0) return
    const invoice = random.oneOf(due)
    const path = `/api/client-folders/${client.id}/retainer/applications`
    const who = await admin()
    refused(await who.post(path, { invoiceId: invoice.id, amount: Math.max(balance, balanceOf(invoice)) + 1 }), 409)
    const amount = random.between(1, Math.min(balance, balanceOf(invoice)))
    const body = created(await who.post(path, { invoiceId: invoice.id, amount }))
    const id = await this.payments.newest(invoice, { kind: 'retainer', amount })
    const entry = ledger.applyRetainer(invoice, { id, amount, date: today })
    expect(body).toMatchObject(retainerOf(ledger, client))
    this.made.retainerApplied++
    if (isMistake) await this.reverse(invoice, entry)
  }

  /** With a credit note, so that the retainer is not due again. */
  private async returnRest(client: Client, invoice: Invoice, payment: Entry) {
    const { ledger, admin, today } = this.firm
    const amount = Math.min(retainerOf(ledger, client).balance, payment.amount)
    if (amount === 0) return
    const path = `/api/payments/${payment.id}/refund`
    const { id } = created(await (await admin()).post(path, { amount, reason, creditNote: true }))
    ledger.refund(invoice, payment, { id, amount, date: today })
    await this.corrections.noteCredit(invoice, amount)
  }
}
