// An ordinary sample of each document, and ways to make it extreme.
import { firstBilling, paymentParagraphs } from '../../domain/firm-settings.ts'
import { firstSalesTax } from '../../domain/sales-tax.ts'
import { maxClientSigners } from '../../domain/signer.ts'
import type { Statement } from '../../domain/statement.ts'
import { readConfig } from '../../server/config.ts'
import { openPrinter, type Printed, type PrinterPool } from '../../server/pdf/printer.ts'
import {
  type CertificateDocument,
  type CertifiedSigner,
  printCertificate,
} from '../../server/pdf-templates/certificate.ts'
import type { PdfClient } from '../../server/pdf-templates/client.ts'
import { type ContractDocument, printContract } from '../../server/pdf-templates/contract.ts'
import { type CreditNoteDocument, printCreditNote } from '../../server/pdf-templates/credit-note.ts'
import { type InvoiceDocument, printInvoice } from '../../server/pdf-templates/invoice.ts'
import { type OnboardingReportDocument, printOnboardingReport } from '../../server/pdf-templates/onboarding-report.ts'
import { type PdfPrinter, templates } from '../../server/pdf-templates/print.ts'
import { printProposal, type ProposalDocument } from '../../server/pdf-templates/proposal.ts'
import {
  printReceipt,
  printRefundReceipt,
  type ReceiptDocument,
  type RefundReceiptDocument,
} from '../../server/pdf-templates/receipt.ts'
import { printStatement } from '../../server/pdf-templates/statement.ts'
import {
  printTrainingCertificate,
  type TrainingCertificateDocument,
} from '../../server/pdf-templates/training-certificate.ts'

const firm = {
  name: 'ProHR',
  address: '1200 Elm Street, Richmond, VA 23220',
  phone: '(804) 555-0100',
  email: 'hello@example.com',
}

const quiet = { warn() {} }

/** A separate printer setup; close its printer after use. */
export const openPdfPrinter = (settings: NodeJS.ProcessEnv = {}): PdfPrinter & { printer: PrinterPool } => ({
  config: readConfig({ PROVIDER_ADDRESS: firm.address, ...settings }),
  printer: openPrinter(quiet, templates),
})

const client: PdfClient = {
  name: 'Acme Robotics, Inc.',
  person: 'Ann Archer',
  address: '77 Cary Street, Richmond, VA 23219',
  email: 'ann@acme.example',
  phone: '(804) 555-0142',
}

const services = [
  { name: 'HR operations', description: 'Review of records and postings.', hours: 120, rate: 15_000, total: 1_800_000 },
  { name: 'Manager training', description: null, hours: 60, rate: 22_500, total: 1_350_000 },
]

const annSigned: CertifiedSigner = {
  name: 'Ann Archer',
  email: 'ann@acme.example',
  account: 'ann',
  accountName: 'Anne Archer',
  earlierNames: ['Ann Bow'],
  confirmedBy: 'passkey',
  side: 'client',
  delegatedBy: null,
  signature: {
    kind: 'drawn',
    name: 'Ann Archer',
    strokes: [
      Array.from({ length: 40 }, (_, i) => ({ x: 20 + i * 6, y: 80 + Math.sin(i / 3) * 30 })),
      [{ x: 30, y: 130 }],
    ],
  },
  openedAt: '2026-03-14T20:02:11.000Z',
  signedAt: '2026-03-14T20:10:33.000Z',
  address: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36',
  shownSha256: 'a3f1'.repeat(16),
  consent: { version: '1', text: 'Signing electronically\n\nPaper instead\nYou may sign on paper.' },
}

const certificate: CertificateDocument = {
  name: 'Contract PROHR-202603-004',
  signers: [annSigned],
  firm: null,
  events: [
    { at: '2026-03-13T14:00:00.000Z', what: 'Contract created', who: 'Alice Admin', address: '198.51.100.2' },
    { at: '2026-03-14T20:10:33.000Z', what: 'Contract signed', who: 'Ann Archer', address: null },
  ],
  lastHash: '9bc4'.repeat(16),
}

const contract: ContractDocument = {
  number: 'PROHR-202603-004',
  previous: null,
  madeOn: '2026-03-13',
  issuedBy: 'Sam Whitlock',
  client: {
    name: 'Ann Archer',
    company: client.name,
    address: client.address,
    email: client.email!,
    phone: client.phone,
  },
  services,
  totalValue: 3_150_000,
  startsOn: '2026-04-01',
  endsOn: '2027-03-31',
  terms: 'Either party may end this contract.\n\nInvoices are payable\nwithin 30 days.',
  firmSigned: null,
  places: { client: 2, firm: 1 },
}

const invoice: InvoiceDocument = {
  number: 'INV-20260312-01',
  status: 'overdue',
  issuedOn: '2026-03-12',
  dueOn: '2026-04-11',
  client,
  contractNumber: contract.number,
  purchaseOrderNumber: 'PO 4471',
  taxTerms: { ...firstSalesTax, isExempt: false },
  taxExemptionNumber: null,
  issuer: { ...firm, payment: paymentParagraphs(firm, firstBilling, false) },
  description: 'HR operations, March 2026.',
  lines: [{ description: 'Handbook review', quantity: 12.5, rate: 12_550, total: 156_875 }],
  subtotal: 156_875,
  tax: 9_020,
  total: 165_895,
  payments: [{ date: '2026-03-20', method: 'check', reference: '10482', amount: 100_000 }],
  reason: null,
}

const creditNote: CreditNoteDocument = {
  number: 'CN-20260415-01',
  date: '2026-04-15',
  client,
  issuer: invoice.issuer,
  invoice: {
    number: invoice.number,
    issuedOn: invoice.issuedOn,
    total: invoice.total,
    tax: invoice.tax,
    taxTerms: invoice.taxTerms,
  },
  reason: 'Two hours were billed twice.',
  lines: [],
  subtotal: 23_735,
  tax: 1_365,
  taxRate: null,
  amount: 25_100,
  applied: 20_000,
  available: 5_100,
  applications: [
    { date: '2026-04-15', invoiceNumber: invoice.number, kind: 'credit', amount: 25_100 },
    { date: '2026-04-16', invoiceNumber: invoice.number, kind: 'reversal', amount: -25_100 },
    { date: '2026-04-16', invoiceNumber: 'INV-20260412-03', kind: 'credit', amount: 20_000 },
  ],
  voided: null,
}

const proposal: ProposalDocument = {
  title: 'HR operations for Acme',
  status: 'approved',
  revision: 2,
  replacesOneOf: '2026-03-03T12:00:00.000Z',
  date: '2026-03-10',
  validUntil: '2026-04-10',
  client,
  preparedBy: 'Sam Staff',
  description: 'Records, handbook and hiring.\n\nTwo days a month on site.',
  services,
  hasOptions: false,
  timeline: [{ phase: 'Assessment', duration: '1-2 weeks', description: 'Interviews.' }],
  totalCost: 3_150_000,
  terms: '1. Expenses\nTravel is billed at cost.\n\n2. Term\nThis offer is for 12 months.\n\nIt renews by agreement.',
  decision: { by: 'Ann Archer', at: '2026-03-12T15:00:00.000Z', comment: 'Please start with the handbook.' },
}

const report: OnboardingReportDocument = {
  status: 'draft',
  date: '2026-03-02',
  client,
  preparedBy: 'Sam Staff',
  needs: ['A handbook that managers can use.', 'Overtime that is paid right.'],
  services,
  recommendedTotal: 3_150_000,
  budget: 3_000_000,
  timeline: [{ phase: 'Assessment', duration: '1-2 weeks', description: 'Interviews.' }],
  risks: 'Two wage complaints in one month.\n\nNo handbook since 2019.',
}

const receipt: ReceiptDocument = {
  invoiceNumber: invoice.number,
  client,
  payment: { date: '2026-04-02', method: 'bank-transfer', reference: 'ACH 99-1', amount: 65_895 },
  invoiceTotal: 165_895,
  balance: 0,
}

const refundReceipt: RefundReceiptDocument = {
  invoiceNumber: invoice.number,
  client,
  refund: {
    date: '2026-04-10',
    method: 'check',
    reference: 'No. 2210',
    reason: 'Paid twice by mistake.',
    amount: 20_000,
  },
  payment: receipt.payment,
  refundedBefore: 5_000,
  reversedOn: null,
}

const trainingCertificate: TrainingCertificateDocument = {
  employer: client.name,
  employee: 'Nora Quist',
  training: 'Harassment prevention training',
  provider: 'Virginia Training Institute',
  completedOn: '2026-03-02',
  hours: 2.5,
  validUntil: '2027-03-02',
  createdOn: '2026-03-05',
}

const id = '0197e000-0000-7000-8000-000000000000'
const statement: Statement = {
  clientFolderId: id,
  clientFolderName: client.name,
  clientName: client.person,
  date: '2026-06-30',
  balance: 800_000,
  aging: { current: 300_000, days1To30: 500_000, days31To60: 0, days61To90: 0, over90Days: 0 },
  invoices: [
    {
      id,
      invoiceNumber: 'INV-20260512-02',
      status: 'overdue',
      sentOn: '2026-05-12',
      dueDate: '2026-06-11',
      daysPastDue: 19,
      total: 600_000,
      amountPaid: 100_000,
      balance: 500_000,
      isRetainer: false,
    },
  ],
  openInvoices: 2,
  paymentsFrom: '2025-07-01',
  payments: [
    {
      id,
      invoiceId: id,
      invoiceNumber: 'INV-20260512-02',
      date: '2026-06-15',
      kind: 'payment',
      method: 'check',
      reference: null,
      amount: 100_000,
    },
  ],
  paymentsReceived: 1,
  paidInPeriod: 100_000,
  creditAvailable: 8_000,
  credits: [{ id, creditNoteNumber: 'CN-20260602-01', date: '2026-06-02', amount: 10_575, tax: 575, available: 8_000 }],
  retainerBalance: 250_000,
}

export const samples = {
  certificate,
  client,
  contract,
  creditNote,
  invoice,
  proposal,
  receipt,
  refundReceipt,
  report,
  statement,
}

export type SampleName =
  | 'proposal'
  | 'onboarding report'
  | 'contract, awaiting signature'
  | 'certificate'
  | 'invoice'
  | 'credit note'
  | 'receipt'
  | 'refund receipt'
  | 'statement'
  | 'training certificate'

type Change = <T>(model: T) => T

/** Renders each document from its changed sample. */
export const samplePrinters: Record<SampleName, (pdfPrinter: PdfPrinter, change: Change) => Promise<Printed>> = {
  proposal: (pdfPrinter, change) => printProposal(pdfPrinter, change(proposal)),
  'onboarding report': (pdfPrinter, change) => printOnboardingReport(pdfPrinter, change(report)),
  'contract, awaiting signature': (pdfPrinter, change) => printContract(pdfPrinter, change(contract)),
  certificate: (pdfPrinter, change) =>
    printCertificate(
      pdfPrinter,
      change({
        ...certificate,
        signers: [
          annSigned,
          {
            ...annSigned,
            signature: { kind: 'typed', name: 'Ann Archer' },
            side: 'firm' as const,
            delegatedBy: 'Ben Archer',
          },
        ],
      }),
    ),
  invoice: (pdfPrinter, change) => printInvoice(pdfPrinter, change(invoice)),
  'credit note': (pdfPrinter, change) =>
    printCreditNote(pdfPrinter, change({ ...creditNote, voided: { on: '2026-04-20', reason: 'Wrong client.' } })),
  receipt: (pdfPrinter, change) => printReceipt(pdfPrinter, change(receipt)),
  'refund receipt': (pdfPrinter, change) => printRefundReceipt(pdfPrinter, change(refundReceipt)),
  statement: (pdfPrinter, change) => printStatement(pdfPrinter, change(statement), change(client)),
  'training certificate': (pdfPrinter, change) => printTrainingCertificate(pdfPrinter, change(trainingCertificate)),
}

/** Values with a fixed format that a document may rely on: dates, instants, hashes, choices. */
const formed =
  /^(\d{4}-\d{2}-\d{2}.*|[0-9a-f]{64}|draft|sent|paid|overdue|void|approved|active|check|bank-transfer|typed|drawn|password|passkey)$/

/** Applies `change` to every text that people write. */
export function eachText<T>(model: T, change: (text: string) => string): T {
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return formed.test(value) ? value : change(value)
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, walk(each)]))
  }
  return walk(model) as T
}

/** Repeats every list of items (but not the points of a drawing) to this length. */
export function eachList<T>(model: T, length: number): T {
  const walk = (value: unknown, key: string): unknown => {
    if (Array.isArray(value) && key !== 'strokes' && value.length > 0)
      // A few people at most sign the same thing.
      return Array.from({ length: key === 'signers' ? maxClientSigners : length }, (_, i) =>
        walk(value[i % value.length], ''),
      )
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, walk(each, name)]))
  }
  return walk(model, '') as T
}
