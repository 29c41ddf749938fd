// Every document with ordinary, long, minimal, and hostile data, and names in any script: accessible, complete, and
// unchanged.
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFName } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkAccessible } from '../../tests/pdf/check-accessible.ts'
import { textOf as read } from '../../tests/pdf/rule.ts'
import {
  eachList,
  eachText,
  openPdfPrinter,
  type SampleName,
  samplePrinters,
  samples,
} from '../../tests/pdf/samples.ts'
import { dictOrNull, nameOf, openPdf } from '../../tests/pdf/structure.ts'
import { pagesOf, textOf } from '../../tests/pdf/text-of.ts'
import { png } from '../../tests/samples.ts'
import { type CertificateDocument, printCertificate } from './certificate.ts'
import { printContract } from './contract.ts'
import { type CreditNoteDocument, printCreditNote } from './credit-note.ts'
import { type InvoiceDocument, printInvoice } from './invoice.ts'
import { printProposal, type ProposalDocument } from './proposal.ts'
import { printReceipt, printRefundReceipt } from './receipt.ts'
import { printStatement } from './statement.ts'

let pdfPrinter: ReturnType<typeof openPdfPrinter>
beforeAll(() => {
  pdfPrinter = openPdfPrinter()
})
afterAll(() => pdfPrinter.printer.close())

const all = Object.keys(samplePrinters) as SampleName[]

async function printed(sample: SampleName, change: <T>(model: T) => T) {
  const { bytes, degraded } = await samplePrinters[sample](pdfPrinter, change)
  expect(degraded).toBe(false)
  expect(await checkAccessible(bytes)).toEqual([])
  return textOf(bytes)
}

describe.each(all)('the PDF of "%s"', (sample) => {
  it('is accessible, and has the same bytes each time', async () => {
    await printed(sample, (model) => model)
    const [one, two] = await Promise.all([1, 2].map(() => samplePrinters[sample](pdfPrinter, (model) => model)))
    expect(Buffer.compare(one!.bytes, two!.bytes)).toBe(0)
  })

  it('supports 500 lines of everything', { timeout: 60_000 }, async () => {
    const { bytes, degraded } = await samplePrinters[sample](pdfPrinter, (model) => eachList(model, 500))
    expect(degraded).toBe(false)
    expect(await checkAccessible(bytes)).toEqual([])
    const pages = await pagesOf(bytes)
    for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
  })

  it('supports names of 200 and texts of 10,000 characters, with and without spaces', { timeout: 60_000 }, async () => {
    const word = 'W'.repeat(200)
    expect(await printed(sample, (model) => eachText(model, () => word))).toContain(word.slice(0, 12))
    const sentence = 'All work and no play makes a dull report. '.repeat(240).slice(0, 10_000)
    const long = await printed(sample, (model) => eachText(model, (text) => (text.length > 20 ? sentence : text)))
    expect(long).toContain('dull report.')
  })

  it.each([
    ['Polish', 'Łukasz Żółć'],
    ['Vietnamese', 'Nguyễn Thị Ánh'],
    ['Greek', 'Ελένη Παπαδοπούλου'],
    ['Russian', 'Жанна Щукина'],
    ['Hebrew', 'דוד כהן'],
    ['Arabic', 'محمد العلي'],
    ['Hindi', 'अनीता शर्मा'],
    ['Bengali', 'অনিতা'],
    ['Amharic', 'አበበ'],
    ['Thai', 'สมชาย'],
    ['Chinese', '王小明喆'],
    ['Japanese', '山田たかしカナ'],
    ['Korean', '김민수'],
    ['emoji', 'Party 😀 ✓ →'],
  ])('prints names in %s', async (_script, name) => {
    const text = await printed(sample, (model) => eachText(model, () => name))
    expect(withoutMarks(text)).toContain(withoutMarks(name))
  })

  it('prints markup and code literally', async () => {
    const hostile = '#read("/etc/passwd") *b* _i_ $x^2$ = no @ref <tag> `raw` \\u{41} // c /* d */ #eval("1")'
    const text = await printed(sample, (model) => eachText(model, () => hostile))
    expect(text.replaceAll(/\s/g, '')).toContain(hostile.replaceAll(/\s/g, ''))
  })
})

/** Text extraction separates spaces and marks from their letters in some scripts, so only the letters are compared. */
const withoutMarks = (text: string) => text.normalize('NFD').replaceAll(/[\s\p{M}]/gu, '')

describe('the PDF of a proposal', () => {
  const text = async (change: Partial<ProposalDocument>) =>
    textOf((await printProposal(pdfPrinter, { ...samples.proposal, ...change })).bytes)

  it('shows what it offers, to whom, until when, and its outcome', async () => {
    const words = await text({})
    for (const each of [
      'HR operations for Acme Proposal. Version 2, replacing the version dated March 3, 2026 Total $31,500.00',
      'Prepared for Acme Robotics, Inc. Ann Archer',
      'Prepared by Sam Staff Date March 10, 2026 Valid until April 10, 2026',
      'Approved by Ann Archer on March 12, 2026 Please start with the handbook.',
      'HR operations Review of records and postings. 120 $150.00 $18,000.00',
      'Assessment Interviews. 1-2 weeks',
    ])
      expect(words).toContain(each)
  })

  it('omits empty sections', async () => {
    const words = await text({
      status: 'sent',
      revision: 1,
      replacesOneOf: null,
      validUntil: null,
      preparedBy: null,
      services: [],
      timeline: [],
      client: { name: 'Acme', person: null, address: null, email: null, phone: null },
    })
    expect(words).toContain('Proposal Total')
    expect(words).toContain('Prepared by ProHR Date March 10, 2026 Valid until No expiration')
    for (const absent of ['Version', 'Approved', 'Services', 'Timeline', 'null', 'none'])
      expect(words).not.toContain(absent)
  })
})

describe('the PDF of a contract', () => {
  const { contract } = samples

  it('names who issued it for the firm, and has signature lines for the client', async () => {
    const words = await textOf((await printContract(pdfPrinter, contract)).bytes)
    expect(words).toContain(
      'Contract PROHR-202603-004 HR operations and Manager training for Acme Robotics, Inc. Total value $31,500.00',
    )
    expect(words).toContain('Provider ProHR 1200 Elm Street, Richmond, VA 23220')
    expect(words).toContain('Terms 1. Either party may end this contract. 2. Invoices are payable within 30 days.')
    expect(words).toContain('To verify a signed copy, upload it at http://localhost:3000/verify')
    expect(words).not.toContain('Awaiting signature')
    expect(words).toContain(
      'For the client, Acme Robotics, Inc. Name: Date: For the client, Acme Robotics, Inc. Name: Date: For the provider, ProHR Name: Date: For the provider, ProHR Issued by Sam Whitlock March 13, 2026',
    )
  })

  it('has an empty signature field with a description at each place', async () => {
    const { bytes } = await printContract(pdfPrinter, contract)
    const pdf = await openPdf(bytes)
    const fields = pdf.pages.flatMap((page) =>
      pdf.list(page.get(PDFName.of('Annots'))).flatMap((each) => dictOrNull(each) ?? []),
    )
    const found = fields.map((field) => [
      nameOf(pdf.get(field, 'FT')),
      read(pdf.get(field, 'T')),
      read(pdf.get(field, 'TU')),
    ])
    expect(found).toEqual([
      ['Sig', 'client-1', 'Signature. For the client, Acme Robotics, Inc.'],
      ['Sig', 'client-2', 'Signature. For the client, Acme Robotics, Inc.'],
      ['Sig', 'firm-1', 'Signature. For the provider, ProHR'],
    ])
  })

  it('works without services, terms, an end, and a value', async () => {
    const bare = { ...contract, services: [], terms: null, endsOn: null, totalValue: null }
    const words = await textOf((await printContract(pdfPrinter, bare)).bytes)
    expect(words).toContain('End date None (until terminated)')
    for (const absent of ['Terms', 'Total value', 'null', ' for Acme']) expect(words).not.toContain(absent)
  })
})

describe('the certificate of a signature', () => {
  it('says who signed what, when, from where, and how, with the consent, the events, and how to verify it', async () => {
    const { certificate } = samples
    const { bytes } = await printCertificate(pdfPrinter, certificate)
    expect(await alternativeTexts(bytes)).toEqual(['Handwritten signature of Ann Archer'])
    const words = await textOf(bytes)
    for (const each of [
      certificate.signers[0].shownSha256,
      'Email ann@acme.example Account ann, signed in to the portal Identity confirmed Used passkey to sign Signature Drawn by the signer',
      'Signed 2026-03-14 20:10:33 UTC March 14, 2026 at 4:10:33 PM EDT IP address 203.0.113.7 Browser Mozilla/5.0',
      'Version 1, agreed to before signing. The full text follows. Signing electronically Paper instead You may sign on paper.',
      '2026-03-13 14:00:00 UTC Contract created Alice Admin 198.51.100.2',
      '2026-03-14 20:10:33 UTC Contract signed Ann Archer –',
      certificate.lastHash,
      'http://localhost:3000/verify',
    ])
      expect(words).toContain(each)
  })

  it('says if the browser is unknown, and uses standard time in winter', async () => {
    const [signer] = samples.certificate.signers
    const certificate: CertificateDocument = {
      ...samples.certificate,
      signers: [{ ...signer, userAgent: null, signedAt: '2026-01-14T20:10:33.000Z' }],
    }
    const words = await textOf((await printCertificate(pdfPrinter, certificate)).bytes)
    expect(words).toContain('Browser Not provided')
    expect(words).toContain('January 14, 2026 at 3:10:33 PM EST')
  })
})

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
      'Credit for invoice INV-20260312-01 Two hours were billed twice. $251.00',
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
    const words = await text({ invoice: null, applied: 0, available: 25_100, applications: [] })
    expect(words).toContain('Description Amount Credit Two hours')
    for (const absent of ['invoice', 'Invoice', 'sales tax']) expect(words).not.toContain(absent)
    const untaxed = { ...samples.creditNote.invoice!, tax: 0 }
    expect(await text({ invoice: untaxed })).not.toContain('sales tax')
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

  it('leaves out what there is not, and is void once the refund was reversed', async () => {
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
      'Not due yet 1–30 days 31–60 days 61–90 days Over 90 days $3,000.00 $5,000.00 $0.00 $0.00 $0.00',
      'INV-20260512-02 May 12, 2026 June 11, 2026 19 days past due $6,000.00 $1,000.00 $5,000.00',
      'Showing 1 of 2 outstanding invoices',
      'Payments received since July 1, 2025',
    ])
      expect(words).toContain(each)
  })

  it('says so if nothing is outstanding', async () => {
    const none = { current: 0, days1To30: 0, days31To60: 0, days61To90: 0, over90Days: 0 }
    const paid = { ...samples.statement, balance: 0, aging: none, invoices: [], openInvoices: 0, payments: [] }
    const words = await textOf((await printStatement(pdfPrinter, paid, samples.client)).bytes)
    expect(words).toContain('No outstanding invoices.')
    expect(words).not.toContain('Payments received')
  })
})

describe('the letterhead', () => {
  it('shows the provider’s details, with the logo if it is a local file', async () => {
    const logo = join(tmpdir(), `portal-logo-${process.pid}.png`)
    writeFileSync(logo, png())
    const own = openPdfPrinter({ PROVIDER_LOGO: logo })
    // An invoice names the firm as it was when it was sent.
    const issuer = { ...samples.invoice.issuer, name: 'Blue Ridge HR', phone: '(540) 555-0199' }
    const { bytes } = await printInvoice(own, { ...samples.invoice, issuer })
    own.printer.close()
    expect(await textOf(bytes)).toMatch(/^Blue Ridge HR 1200 Elm Street, Richmond, VA 23220 \(540\) 555-0199/)
    // The name is next to the logo, so the image needs no alternative text.
    expect(await pictures(bytes)).toBe(1)
    expect(await pictures((await printInvoice(pdfPrinter, samples.invoice)).bytes)).toBe(0)
    expect(await checkAccessible(bytes)).toEqual([])
  })
})

/** Alternative texts of the figures, in order. */
async function alternativeTexts(bytes: Uint8Array): Promise<string[]> {
  const { elements, get } = await openPdf(bytes)
  return elements.filter(({ type }) => type === 'Figure').map(({ dict }) => read(get(dict, 'Alt')))
}

/** Number of images in the file, without drawings. */
async function pictures(bytes: Uint8Array): Promise<number> {
  const { document, get } = await openPdf(bytes)
  return document.context.enumerateIndirectObjects().filter(([, each]) => {
    const dict = dictOrNull(each)
    return dict !== null && nameOf(get(dict, 'Subtype')) === 'Image'
  }).length
}
