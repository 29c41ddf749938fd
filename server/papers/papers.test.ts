// Every paper with ordinary, long, bare and hostile data, and names in any script: accessible, complete, and as it was written.
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkAccessible } from '../../tests/pdf/check-accessible.ts'
import { textOf as read } from '../../tests/pdf/rule.ts'
import { eachList, eachText, openPress, type Paper, papers, samples } from '../../tests/pdf/samples.ts'
import { dictOrNull, nameOf, openPdf } from '../../tests/pdf/structure.ts'
import { pagesOf, textOf } from '../../tests/pdf/text-of.ts'
import { png } from '../../tests/samples.ts'
import { printCertificate } from './certificate.ts'
import { printContract } from './contract.ts'
import { type InvoicePaper, printInvoice } from './invoice.ts'
import { printProposal, type ProposalPaper } from './proposal.ts'
import { printReceipt } from './receipt.ts'
import { printStatement } from './statement.ts'

let press: ReturnType<typeof openPress>
beforeAll(() => {
  press = openPress()
})
afterAll(() => press.printer.close())

const all = Object.keys(papers) as Paper[]

async function printed(paper: Paper, change: <T>(model: T) => T) {
  const { bytes, degraded } = await papers[paper](press, change)
  expect(degraded).toBe(false)
  expect(await checkAccessible(bytes)).toEqual([])
  return textOf(bytes)
}

describe.each(all)('the paper "%s"', (paper) => {
  it('is accessible, and the same bytes each time', async () => {
    await printed(paper, (model) => model)
    const [one, two] = await Promise.all([1, 2].map(() => papers[paper](press, (model) => model)))
    expect(Buffer.compare(one!.bytes, two!.bytes)).toBe(0)
  })

  it('takes 500 lines of everything', { timeout: 60_000 }, async () => {
    const { bytes, degraded } = await papers[paper](press, (model) => eachList(model, 500))
    expect(degraded).toBe(false)
    expect(await checkAccessible(bytes)).toEqual([])
    const pages = await pagesOf(bytes)
    for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
  })

  it('takes names of 200 and texts of 10,000 characters, with and without spaces', { timeout: 60_000 }, async () => {
    const word = 'W'.repeat(200)
    expect(await printed(paper, (model) => eachText(model, () => word))).toContain(word.slice(0, 12))
    const sentence = 'All work and no play makes a dull report. '.repeat(240).slice(0, 10_000)
    const long = await printed(paper, (model) => eachText(model, (text) => (text.length > 20 ? sentence : text)))
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
    const text = await printed(paper, (model) => eachText(model, () => name))
    expect(withoutMarks(text)).toContain(withoutMarks(name))
  })

  it('prints what looks like code as it was written', async () => {
    const hostile = '#read("/etc/passwd") *b* _i_ $x^2$ = no @ref <tag> `raw` \\u{41} // c /* d */ #eval("1")'
    const text = await printed(paper, (model) => eachText(model, () => hostile))
    expect(text.replaceAll(/\s/g, '')).toContain(hostile.replaceAll(/\s/g, ''))
  })
})

/** Spaces and marks are set apart from their letters in some scripts; the letters tell. */
const withoutMarks = (text: string) => text.normalize('NFD').replaceAll(/[\s\p{M}]/gu, '')

describe('a proposal', () => {
  const text = async (change: Partial<ProposalPaper>) =>
    textOf((await printProposal(press, { ...samples.proposal, ...change })).bytes)

  it('says what it offers, to whom, until when, and what became of it', async () => {
    const words = await text({})
    for (const each of [
      'HR operations for Acme Proposal. Version 2, replaces the one of March 3, 2026 Approved Total $31,500.00',
      'Prepared for Acme Robotics, Inc. Ann Archer',
      'Prepared by Sam Staff Date March 10, 2026 Valid until April 10, 2026',
      'Approved by Ann Archer on March 12, 2026 Please start with the handbook.',
      'HR operations Review of records and postings. 120 $150.00 $18,000.00',
      'Assessment Interviews. 1-2 weeks',
    ])
      expect(words).toContain(each)
  })

  it('leaves out what there is none of', async () => {
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
    expect(words).toContain('Proposal Awaiting your answer')
    expect(words).toContain('Prepared by ProHR Date March 10, 2026 Valid until No date set')
    for (const absent of ['Version', 'Approved', 'Services', 'Timeline', 'null', 'none'])
      expect(words).not.toContain(absent)
  })
})

describe('a contract', () => {
  const { contract, certificate } = samples

  it('names who issued it for the firm, and has lines for the client to sign on', async () => {
    const words = await textOf((await printContract(press, contract)).bytes)
    expect(words).toContain('Contract PROHR-202603-004 Awaiting signature Total value $31,500.00')
    expect(words).toContain('Terms Either party may end this contract. Invoices are payable within 30 days.')
    expect(words).toContain(
      'For the client, Acme Robotics, Inc. Name: Ann Archer Date: For the provider, ProHR Issued by Sam Whitlock March 13, 2026',
    )
    expect(words).not.toContain('Certificate of signature')
  })

  it('carries the signature and its certificate once it is signed', async () => {
    const { bytes } = await printContract(press, { ...contract, status: 'active', certificate })
    const words = await textOf(bytes)
    expect(words).toContain('Signed electronically.')
    expect(words).toContain('Ann Archer March 14, 2026 at 4:10:33 PM EDT')
    expect(words).not.toContain('Date:')
    expect(words).toContain('For the provider, ProHR Issued by Sam Whitlock')
    expect(words).toContain('Certificate of signature Contract PROHR-202603-004')
    expect(await alternativeTexts(bytes)).toEqual(Array(2).fill('Handwritten signature of Ann Archer'))
  })

  it('does without services, terms, an end and a value', async () => {
    const bare = { ...contract, services: [], terms: null, endsOn: null, totalValue: null }
    const words = await textOf((await printContract(press, bare)).bytes)
    expect(words).toContain('Ends When terminated')
    for (const absent of ['Terms', 'Total value', 'null']) expect(words).not.toContain(absent)
  })
})

describe('a certificate', () => {
  it('tells who signed what, when, from where and how, with the consent, the events and how to check', async () => {
    const { certificate } = samples
    const words = await textOf((await printCertificate(press, certificate)).bytes)
    for (const each of [
      certificate.document.shownSha256,
      'E-mail ann@acme.example Account ann, signed in to the portal Identity confirmed Passkey, used to sign Signature Drawn by the signer',
      'Signed 2026-03-14 20:10:33 UTC March 14, 2026 at 4:10:33 PM EDT Internet address 203.0.113.7 Browser Mozilla/5.0',
      'Version 1, agreed to before signing, as follows Signing electronically Paper instead You may sign on paper.',
      '2026-03-13 14:00:00 UTC Contract created Alice Admin 198.51.100.2',
      '2026-03-14 20:10:33 UTC Contract signed Ann Archer –',
      certificate.lastHash,
      'http://localhost:3000/verify',
    ])
      expect(words).toContain(each)
  })

  it('says so when the browser did not name itself, and in winter tells the winter’s time', async () => {
    const paper = { ...samples.certificate, userAgent: null, signedAt: '2026-01-14T20:10:33.000Z' }
    const words = await textOf((await printCertificate(press, paper)).bytes)
    expect(words).toContain('Not stated by the browser')
    expect(words).toContain('January 14, 2026 at 3:10:33 PM EST')
  })
})

describe('an invoice', () => {
  const text = async (change: Partial<InvoicePaper>) =>
    textOf((await printInvoice(press, { ...samples.invoice, ...change })).bytes)

  it('adds up, with what was paid and what is open', async () => {
    const words = await text({})
    for (const each of [
      'INV-20260312-01 Overdue Balance due $658.95 was due April 11, 2026',
      'Issued March 12, 2026 Due April 11, 2026 Purchase order PO 4471 Contract PROHR-202603-004',
      'Handbook review 12.5 $125.50 $1,568.75',
      'Subtotal $1,568.75 Sales tax (5.75%) $90.20 Total $1,658.95 Payments received −$1,000.00 Balance due $658.95',
      'March 20, 2026 Check 10482 $1,000.00',
      'Checks are payable to ProHR, 1200 Elm Street, Richmond, VA 23220.',
    ])
      expect(words).toContain(each)
  })

  it.each([
    ['draft', 'Draft Amount due $1,658.95 due April 11, 2026'],
    ['sent', 'Sent Amount due $1,658.95 due April 11, 2026'],
    ['overdue', 'Overdue Amount due $1,658.95 was due April 11, 2026'],
    ['void', 'Void Void $1,658.95 No payment is due'],
  ] as const)('says in words that it is %s', async (status, words) => {
    expect(await text({ status, payments: [], issuedOn: null })).toContain(words)
  })

  it('asks for nothing once it is paid', async () => {
    const payment = { date: '2026-04-02', method: 'card', reference: null, amount: 165_895 } as const
    const words = await text({ status: 'paid', payments: [payment] })
    expect(words).toContain('Paid Paid in full $1,658.95 on April 2, 2026')
    expect(words).not.toContain('How to pay')
  })

  it('names the exemption instead of a tax, and the reason why it is void', async () => {
    const exempt = { taxExemption: { number: 'VA-77' }, tax: 0, total: 156_875, payments: [] }
    expect(await text(exempt)).toContain('Sales tax (exempt) $0.00 Total $1,568.75')
    expect(await text(exempt)).toContain('the client is tax-exempt, exemption number VA-77.')
    expect(await text({ ...exempt, taxExemption: { number: null } })).toContain('the client is tax-exempt.')
    expect(await text({ status: 'void', reason: 'Sent twice.' })).toContain('This invoice was voided: Sent twice.')
  })
})

describe('a receipt', () => {
  it('counts what was paid before', async () => {
    const words = await textOf((await printReceipt(press, samples.receipt)).bytes)
    expect(words).toContain('Receipt for invoice INV-20260312-01 Amount received $658.95 April 2, 2026')
    expect(words).toContain('Earlier payments −$1,000.00 This payment −$658.95 Balance due $0.00')
    expect(words).toContain('This invoice is paid in full.')
  })

  it('does not call an invoice paid that is not', async () => {
    const part = { ...samples.receipt, balance: 100_000, payment: { ...samples.receipt.payment, reference: null } }
    const words = await textOf((await printReceipt(press, part)).bytes)
    expect(words).toContain('This payment −$658.95 Balance due $1,000.00')
    for (const absent of ['Earlier', 'Reference', 'in full']) expect(words).not.toContain(absent)
  })
})

describe('a statement', () => {
  it('tells what is open, since when, and what came in', async () => {
    const { statement, client } = samples
    const words = await textOf((await printStatement(press, statement, client)).bytes)
    for (const each of [
      'Statement as of June 30, 2026 Balance due $8,000.00',
      'Open invoices 2 Past due $5,000.00',
      'Not due yet 1–30 days 31–60 days 61–90 days Over 90 days $3,000.00 $5,000.00 $0.00 $0.00 $0.00',
      'INV-20260512-02 May 12, 2026 June 11, 2026 19 days past due $6,000.00 $1,000.00 $5,000.00',
      'Listed are 1 of 2 open invoices',
      'Payments received since July 1, 2025',
    ])
      expect(words).toContain(each)
  })

  it('says so when nothing is open', async () => {
    const none = { current: 0, days1To30: 0, days31To60: 0, days61To90: 0, over90Days: 0 }
    const paid = { ...samples.statement, balance: 0, ageing: none, invoices: [], openInvoices: 0, payments: [] }
    const words = await textOf((await printStatement(press, paid, samples.client)).bytes)
    expect(words).toContain('No invoice is open.')
    expect(words).not.toContain('Payments received')
  })
})

describe('the letterhead', () => {
  it('is the provider’s, with the logo where it is a file', async () => {
    const logo = join(tmpdir(), `portal-logo-${process.pid}.png`)
    writeFileSync(logo, png())
    const own = openPress({ PROVIDER_NAME: 'Blue Ridge HR', PROVIDER_PHONE: '(540) 555-0199', PROVIDER_LOGO: logo })
    const { bytes } = await printInvoice(own, samples.invoice)
    own.printer.close()
    expect(await textOf(bytes)).toMatch(/^Blue Ridge HR 1200 Elm Street, Richmond, VA 23220 \(540\) 555-0199/)
    // The name stands beside it, so that the picture needs no words of its own.
    expect(await pictures(bytes)).toBe(1)
    expect(await pictures((await printInvoice(press, samples.invoice)).bytes)).toBe(0)
    expect(await checkAccessible(bytes)).toEqual([])
  })
})

/** Of the figures, in their order. */
async function alternativeTexts(bytes: Uint8Array): Promise<string[]> {
  const { elements, get } = await openPdf(bytes)
  return elements.filter(({ type }) => type === 'Figure').map(({ dict }) => read(get(dict, 'Alt')))
}

/** How many there are in the file; drawings are none. */
async function pictures(bytes: Uint8Array): Promise<number> {
  const { document, get } = await openPdf(bytes)
  return document.context.enumerateIndirectObjects().filter(([, each]) => {
    const dict = dictOrNull(each)
    return dict !== null && nameOf(get(dict, 'Subtype')) === 'Image'
  }).length
}
