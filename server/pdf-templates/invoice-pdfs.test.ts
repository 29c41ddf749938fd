// The texts of the invoice and of what follows it: credit note, receipts, and statement.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPdfPrinter, samples } from '../../tests/pdf/samples.ts'
import { pagesOf, textOf } from '../../tests/pdf/text-of.ts'
import { type CreditNoteDocument, printCreditNote } from './credit-note.ts'
import { type InvoiceDocument, printInvoice } from './invoice.ts'
import { printReceipt, printRefundReceipt } from './receipt.ts'
import { printStatement } from './statement.ts'

let pdfPrinter: ReturnType<typeof openPdfPrinter>
beforeAll(() => {
  pdfPrinter = openPdfPrinter()
})
afterAll(() => pdfPrinter.printer.close())

describe('the PDF of an invoice', () => {
  const text = async (change: Partial<InvoiceDocument>) =>
    textOf((await printInvoice(pdfPrinter, { ...samples.invoice, ...change })).bytes)

  it('shows its totals, payments, and balance', async () => {
    const words = await text({})
    for (const each of [
      'INV-20260312-01 Balance due $658.95 Overdue, was due April 11, 2026',
      'Issued March 12, 2026 Due April 11, 2026 Terms Net 30 Purchase order PO 4471 Contract PROHR-202603-004',
      'Handbook review 12.5 $125.50 $1,568.75',
      'Subtotal $1,568.75 Sales tax (5.75%) $90.20 Total $1,658.95 Payments received −$1,000.00 Balance due $658.95',
      'March 20, 2026 Check 10482 $1,000.00',
      'Make checks payable to ProHR, 1200 Elm Street, Richmond, VA 23220.',
      'Remit to ProHR 1200 Elm Street, Richmond, VA 23220',
    ])
      expect(words).toContain(each)
  })

  it.each([
    ['draft', 'Draft, not sent $1,658.95 due April 11, 2026'],
    ['sent', 'Amount due $1,658.95 due April 11, 2026'],
    ['overdue', 'Amount due $1,658.95 Overdue, was due April 11, 2026'],
    ['void', 'Void $1,658.95 No payment is due'],
  ] as const)('states that it is %s', async (status, words) => {
    expect(await text({ status, payments: [], issuedOn: null })).toContain(words)
  })

  it('requests no payment once it is paid', async () => {
    const payment = { date: '2026-04-02', method: 'card', reference: null, amount: 165_895 } as const
    const words = await text({ status: 'paid', payments: [payment] })
    expect(words).toContain('Paid in full $1,658.95 on April 2, 2026')
    expect(words).not.toContain('How to pay')
  })

  it('shows the tax exemption instead of tax, and the reason for voiding', async () => {
    const taxTerms = { ...samples.invoice.taxTerms, isExempt: true }
    const exempt = { taxTerms, taxExemptionNumber: 'VA-77', tax: 0, total: 156_875, payments: [] }
    expect(await text(exempt)).toContain('Sales tax (exempt) $0.00 Total $1,568.75')
    expect(await text(exempt)).toContain('the client is tax-exempt, exemption number VA-77.')
    expect(await text({ ...exempt, taxExemptionNumber: null })).toContain('the client is tax-exempt.')
    expect(await text({ status: 'void', reason: 'Sent twice.' })).toContain('This invoice was voided: Sent twice.')
  })
})

describe('the PDF of a credit note', () => {
  const text = async (change: Partial<CreditNoteDocument> = {}) =>
    textOf((await printCreditNote(pdfPrinter, { ...samples.creditNote, ...change })).bytes)

  it('shows the firm, the client, its invoice, the reason, and what was applied', async () => {
    const words = await text()
    for (const each of [
      'ProHR',
      'Credit note CN-20260415-01 Total credit $251.00 $51.00 available',
      'Credited to Acme Robotics, Inc. Ann Archer',
      'Date April 15, 2026 For invoice INV-20260312-01 Invoice date March 12, 2026 Invoice total $1,658.95',
      'Credit for invoice INV-20260312-01 Two hours were billed twice. $237.35',
      'Subtotal $237.35 Sales tax (5.75%) $13.65 Total credit $251.00',
      'Total credit $251.00 Applied to invoices −$200.00 Credit available $51.00',
      'Invoice INV-20260312-01 was for $1,658.95, including $90.20 sales tax (5.75%).',
      'April 15, 2026 INV-20260312-01 Credit applied $251.00',
      'April 16, 2026 INV-20260312-01 Reversal -$251.00',
      'April 16, 2026 INV-20260412-03 Credit applied $200.00',
    ])
      expect(words).toContain(each)
    expect(words).not.toContain('Void')
  })

  it('names neither invoice nor tax without them', async () => {
    const untaxed = { subtotal: 25_100, tax: 0 }
    const words = await text({ ...untaxed, invoice: null, applied: 0, available: 25_100, applications: [] })
    expect(words).toContain('Description Amount Credit Two hours')
    for (const absent of ['invoice', 'Invoice', 'ales tax']) expect(words).not.toContain(absent)
    expect(await text({ ...untaxed, invoice: { ...samples.creditNote.invoice!, tax: 0 } })).not.toContain('ales tax')
  })

  it('shows the sales tax of a credit without an invoice, with its rate', async () => {
    const taxed = { subtotal: 94_563, tax: 5_437, taxRate: 5_750, amount: 100_000 }
    const words = await text({ ...taxed, invoice: null, applied: 0, available: 100_000, applications: [] })
    expect(words).toContain('Description Amount Credit Two hours')
    expect(words).toContain('Subtotal $945.63 Sales tax (5.75%) $54.37 Total credit $1,000.00')
    expect(words).not.toContain('nvoice')
  })

  it('shows the lines that were credited, and those without sales tax', async () => {
    const lines = [
      { description: 'Handbook review', quantity: 2, rate: 12_550, total: 25_100 },
      { description: 'Filing fee', quantity: 1, rate: 5_000, total: 5_000, taxed: false },
    ]
    const words = await text({ lines, subtotal: 30_100, tax: 1_443, amount: 31_543 })
    for (const each of [
      'Handbook review 2 × $125.50 $251.00',
      'Filing fee * $50.00',
      'Subtotal $301.00 Sales tax (5.75%) $14.43 Total credit $315.43',
      'Reason: Two hours were billed twice.',
      '* No sales tax on this line.',
    ])
      expect(words).toContain(each)
  })

  it('of earlier releases says that sales tax is not shown separately', async () => {
    expect(await text({ subtotal: 25_100, tax: 0 })).toContain('Sales tax isn’t shown separately.')
  })

  it('says when it is applied in full, and when and why it was voided', async () => {
    expect(await text({ applied: 25_100, available: 0 })).toContain('$251.00 Applied in full')
    const voided = { on: '2026-04-20', reason: 'Wrong client.' }
    const unused = { applied: 0, available: 0, applications: [] }
    const words = await text({ ...unused, voided })
    expect(words).toContain('CN-20260415-01 Void Void $251.00 It can’t be applied')
    expect(words).toContain('This credit note was voided on April 20, 2026: Wrong client.')
    expect(words).not.toContain('Credit available')
    expect(await text({ ...unused, voided: { ...voided, reason: null } })).toContain('voided on April 20, 2026.')
  })

  it('continues 40 applications on a second page, with the headings again', async () => {
    const [first] = samples.creditNote.applications
    const applications = Array.from({ length: 40 }, () => first!)
    const { bytes } = await printCreditNote(pdfPrinter, { ...samples.creditNote, applications })
    const pages = await pagesOf(bytes)
    expect(pages).toHaveLength(2)
    for (const page of pages) expect(page).toContain('Date Invoice Entry Amount')
  })
})

describe('the PDF of a receipt', () => {
  it('includes earlier payments', async () => {
    const words = await textOf((await printReceipt(pdfPrinter, samples.receipt)).bytes)
    expect(words).toContain('Receipt for invoice INV-20260312-01 Amount received $658.95 April 2, 2026')
    expect(words).toContain('Earlier payments −$1,000.00 This payment −$658.95 Balance due $0.00')
    expect(words).toContain('This invoice is paid in full.')
  })

  it('does not call a partly paid invoice paid', async () => {
    const part = { ...samples.receipt, balance: 100_000, payment: { ...samples.receipt.payment, reference: null } }
    const words = await textOf((await printReceipt(pdfPrinter, part)).bytes)
    expect(words).toContain('This payment −$658.95 Balance due $1,000.00')
    for (const absent of ['Earlier', 'Reference', 'in full']) expect(words).not.toContain(absent)
  })
})

describe('the PDF of a refund receipt', () => {
  it('shows the reason, the payment, and what was refunded earlier', async () => {
    const words = await textOf((await printRefundReceipt(pdfPrinter, samples.refundReceipt)).bytes)
    for (const each of [
      'Refund receipt for invoice INV-20260312-01 Amount refunded $200.00 April 10, 2026',
      'Refunded to Acme Robotics, Inc.',
      'Refunded on April 10, 2026 Method Check Reference No. 2210',
      'Reason Paid twice by mistake.',
      'Payment of April 2, 2026 $658.95 Earlier refunds −$50.00 This refund −$200.00 Remaining payment $408.95',
    ])
      expect(words).toContain(each)
    for (const absent of ['void', 'received', 'Received']) expect(words).not.toContain(absent)
  })

  it('omits missing values, and is void once the refund was reversed', async () => {
    const { refundReceipt } = samples
    const refund = { ...refundReceipt.refund, reason: null, reference: null }
    const bare = { ...refundReceipt, refund, refundedBefore: 0, reversedOn: '2026-04-12' }
    const words = await textOf((await printRefundReceipt(pdfPrinter, bare)).bytes)
    for (const absent of ['Reason', 'Reference', 'Earlier']) expect(words).not.toContain(absent)
    expect(words).toContain('This receipt is void: the refund was reversed on April 12, 2026.')
  })
})

describe('the PDF of a statement', () => {
  it('shows what is outstanding, since when, and the payments received', async () => {
    const { statement, client } = samples
    const words = await textOf((await printStatement(pdfPrinter, statement, client)).bytes)
    for (const each of [
      'Statement as of June 30, 2026 Balance due $8,000.00',
      'Outstanding invoices 2 Past due $5,000.00',
      'Retainer balance $2,500.00',
      'Not due yet 1–30 days 31–60 days 61–90 days Over 90 days $3,000.00 $5,000.00 $0.00 $0.00 $0.00',
      'INV-20260512-02 May 12, 2026 June 11, 2026 19 days past due $6,000.00 $1,000.00 $5,000.00',
      'Showing 1 of 2 outstanding invoices',
      'Payments received since July 1, 2025',
      'Credit available $80.00',
      'Date Credit note Total credit Includes sales tax Available',
      'June 2, 2026 CN-20260602-01 $105.75 $5.75 $80.00',
    ])
      expect(words).toContain(each)
  })

  it('says so if nothing is outstanding', async () => {
    const none = { current: 0, days1To30: 0, days31To60: 0, days61To90: 0, over90Days: 0 }
    const paid = {
      ...samples.statement,
      balance: 0,
      aging: none,
      invoices: [],
      openInvoices: 0,
      payments: [],
      credits: [],
      creditAvailable: 0,
    }
    const words = await textOf((await printStatement(pdfPrinter, paid, samples.client)).bytes)
    expect(words).toContain('No outstanding invoices.')
    for (const absent of ['Payments received', 'redit']) expect(words).not.toContain(absent)
  })
})
