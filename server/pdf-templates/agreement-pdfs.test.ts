// The texts of the proposal, the contract, and the certificate of a signature.
import { PDFName } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textOf as read } from '../../tests/pdf/rule.ts'
import { openPdfPrinter, samples } from '../../tests/pdf/samples.ts'
import { dictOrNull, nameOf, openPdf } from '../../tests/pdf/structure.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { type CertificateDocument, printCertificate } from './certificate.ts'
import { printContract } from './contract.ts'
import { printProposal, type ProposalDocument } from './proposal.ts'

let pdfPrinter: ReturnType<typeof openPdfPrinter>
beforeAll(() => {
  pdfPrinter = openPdfPrinter()
})
afterAll(() => pdfPrinter.printer.close())

describe('the PDF of a proposal', () => {
  const text = async (change: Partial<ProposalDocument>) =>
    textOf((await printProposal(pdfPrinter, { ...samples.proposal, ...change })).bytes)

  it('shows the offer, the client, the last day, and the outcome', async () => {
    const words = await text({})
    for (const each of [
      'HR operations for Acme Proposal. Version 2, replacing the version dated March 3, 2026 Total $31,500.00',
      'Prepared for Acme Robotics, Inc. Ann Archer',
      'Prepared by Sam Staff Date March 10, 2026 Valid until April 10, 2026',
      'Approved by Ann Archer on March 12, 2026 Please start with the handbook.',
      'HR operations Review of records and postings. 120 $150.00 $18,000.00',
      'Assessment Interviews. 1-2 weeks',
      'Terms 1. Expenses. Travel is billed at cost.',
      '2. Term. This offer is for 12 months. It renews by agreement.',
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
      terms: null,
      client: { name: 'Acme', person: null, address: null, email: null, phone: null },
    })
    expect(words).toContain('Proposal Total')
    expect(words).toContain('Prepared by ProHR Date March 10, 2026 Valid until No expiration')
    for (const absent of ['Version', 'Approved', 'Services', 'Timeline', 'Terms', 'null', 'none'])
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
    for (const absent of ['Terms', 'Total value', 'null', ' for Acme', 'Renews']) expect(words).not.toContain(absent)
  })

  it.each([
    ['renewal', 'Renews PROHR-202503-001'],
    ['amendment', 'Amends PROHR-202503-001'],
  ] as const)('names the contract of which it is the %s', async (relation, expected) => {
    const related = { ...contract, previous: { number: 'PROHR-202503-001', relation } }
    expect(await textOf((await printContract(pdfPrinter, related)).bytes)).toContain(expected)
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

/** Alternative texts of the figures, in order. */
async function alternativeTexts(bytes: Uint8Array): Promise<string[]> {
  const { elements, get } = await openPdf(bytes)
  return elements.filter(({ type }) => type === 'Figure').map(({ dict }) => read(get(dict, 'Alt')))
}
