// The lists of a folder export about agreements and money.
import { listCreditNotes } from '../credit-notes/queries.ts'
import { listContracts } from '../contracts/queries.ts'
import { listInvoices } from '../invoices/queries.ts'
import { listPayments } from '../invoices/payments.ts'
import { listProposals } from '../proposals/queries.ts'
import { listRetainerEntries } from '../retainers/queries.ts'
import { every, type ExportScope, type List } from './list.ts'

export const proposals = ({ db, actor, folder }: ExportScope): List => ({
  name: 'proposals',
  rows: () => every((page) => listProposals(db, actor, { ...page, clientFolderId: folder.id })),
  columns: {
    Title: 'title',
    Revision: 'revision',
    Status: 'status',
    Description: 'description',
    Services: 'services',
    Timeline: 'timeline',
    'Chosen optional services': 'chosenOptionIds',
    'Total (dollars)': 'totalCost',
    'Valid until': 'validUntil',
    Sent: 'sentAt',
    Decided: 'decidedAt',
    Comment: 'comment',
  },
})

export const contracts = ({ db, actor, folder }: ExportScope): List => ({
  name: 'contracts',
  rows: () => every((page) => listContracts(db, actor, { ...page, clientFolderId: folder.id })),
  columns: {
    Number: 'contractNumber',
    Status: 'status',
    Client: 'clientName',
    Company: 'clientCompany',
    Services: 'services',
    Terms: 'terms',
    'Total (dollars)': 'totalValue',
    Starts: 'startDate',
    Ends: 'endDate',
    Signed: 'signedAt',
    'Renews or amends': 'previous',
    Reason: 'reason',
  },
})

export const invoices = ({ db, actor, folder }: ExportScope): List => ({
  name: 'invoices',
  rows: () => every((page) => listInvoices(db, actor, { ...page, clientFolderId: folder.id })),
  columns: {
    Number: 'invoiceNumber',
    Status: 'status',
    Description: 'description',
    Lines: 'lineItems',
    'Subtotal (dollars)': 'subtotal',
    'Tax (dollars)': 'tax',
    'Total (dollars)': 'total',
    'Paid (dollars)': 'amountPaid',
    Due: 'dueDate',
    Sent: 'sentAt',
    Paid: 'paidAt',
  },
})

export const payments = (scope: ExportScope): List => ({
  name: 'payments',
  async *rows() {
    for await (const { id, invoiceNumber } of invoices(scope).rows())
      for await (const payment of every((page) => listPayments(scope.db, scope.actor, String(id), page)))
        yield { invoiceNumber, ...payment }
  },
  columns: {
    Invoice: 'invoiceNumber',
    Date: 'date',
    'Amount (dollars)': 'amount',
    Kind: 'kind',
    Method: 'method',
    Reference: 'reference',
    Reason: 'reason',
    'Credit note': 'creditNoteNumber',
  },
})

export const creditNotes = ({ db, actor, folder }: ExportScope): List => ({
  name: 'credit-notes',
  rows: () => every((page) => listCreditNotes(db, actor, { ...page, clientFolderId: folder.id })),
  columns: {
    Number: 'creditNoteNumber',
    Date: 'date',
    Invoice: 'invoiceNumber',
    'Subtotal (dollars)': 'subtotal',
    'Tax (dollars)': 'tax',
    'Amount (dollars)': 'amount',
    'Applied (dollars)': 'applied',
    Reason: 'reason',
    Voided: 'voidedAt',
  },
})

export const retainer = ({ db, actor, folder }: ExportScope): List => ({
  name: 'retainer',
  rows: () => every((page) => listRetainerEntries(db, actor, folder.id, page)),
  columns: {
    Date: 'date',
    Kind: 'kind',
    Invoice: 'invoiceNumber',
    'Amount (dollars)': 'amount',
    'Balance (dollars)': 'balance',
  },
})
