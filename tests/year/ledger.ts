// The firm's books, separate from the portal: what happened, and every balance that follows from it. It imports nothing of the portal.
import { type Line, lineCents, shareCents, sum, taxCents, type TaxSetting } from './arithmetic.ts'

export interface Folder {
  id: string
  name: string
  isExempt: boolean
}

export interface Entry {
  id: string
  kind: 'payment' | 'reversal' | 'refund' | 'credit' | 'retainer'
  /** Whether money moved; a credit note and a part of a retainer only lower what is due. */
  source: 'money' | 'credit' | 'retainer'
  amount: number
  date: string
  isOnline: boolean
  /** The entry that it takes back. */
  corrects: Entry | null
  note: Note | null
}

export interface Invoice {
  id: string
  number: string
  folder: Folder
  lines: Line[]
  subtotal: number
  tax: number
  total: number
  dueDate: string
  isRetainer: boolean
  contractId: string | null
  /** The setting that its tax was calculated with. */
  setting: TaxSetting
  /** The office's day; null for a draft. */
  sentOn: string | null
  isVoid: boolean
  entries: Entry[]
  /** Something is under way (a bank payment, a dispute), and no one else pays or corrects it. */
  isBusy: boolean
}

export interface Note {
  id: string
  number: string
  folder: Folder
  invoice: Invoice | null
  /** With the sales tax in it. */
  amount: number
  tax: number
  /** Of the sales tax in a note without an invoice; null without it. */
  rate: number | null
  date: string
  isVoid: boolean
}

/** Recorded work for a client. */
export interface Work {
  folder: Folder
  date: string
  minutes: number
}

export interface Offer {
  sentOn: string
  total: number
  wonOn: string | null
  lostOn: string | null
  isWithdrawn: boolean
}

type EntryInput = Pick<Entry, 'id' | 'amount' | 'date'> & { isOnline?: boolean }

export class Ledger {
  readonly invoices: Invoice[] = []
  readonly notes: Note[] = []
  readonly offers: Offer[] = []
  readonly work: Work[] = []
  /** In cents; what an hour of work costs the firm. */
  hourlyCost = 6_333
  /** The total value of each signed contract. */
  readonly contracts = new Map<string, number>()
  /** Received online beyond what was due, by invoice. */
  readonly unapplied = new Map<Invoice, number>()
  tax: TaxSetting = { mode: 'rate', rate: 5750 }

  draft(input: Pick<Invoice, 'id' | 'number' | 'folder' | 'lines' | 'dueDate'> & Partial<Invoice>): Invoice {
    const invoice: Invoice = {
      isRetainer: false,
      contractId: null,
      sentOn: null,
      isVoid: false,
      isBusy: false,
      entries: [],
      subtotal: 0,
      tax: 0,
      total: 0,
      setting: this.tax,
      ...input,
    }
    this.calculate(invoice)
    this.invoices.push(invoice)
    return invoice
  }

  /** A draft is calculated with the tax setting of the day on which it is saved. */
  calculate(invoice: Invoice): void {
    invoice.setting = this.tax
    invoice.subtotal = sum(invoice.lines.map(lineCents))
    invoice.tax = invoice.isRetainer ? 0 : taxCents(invoice.lines, this.tax, invoice.folder.isExempt)
    invoice.total = invoice.subtotal + invoice.tax
  }

  private add(invoice: Invoice, entry: Pick<Entry, 'kind' | 'source'> & EntryInput & Partial<Entry>): Entry {
    const added: Entry = { isOnline: false, corrects: null, note: null, ...entry }
    invoice.entries.push(added)
    return added
  }

  pay = (invoice: Invoice, input: EntryInput) => this.add(invoice, { kind: 'payment', source: 'money', ...input })

  applyRetainer = (invoice: Invoice, input: EntryInput) =>
    this.add(invoice, { kind: 'retainer', source: 'retainer', ...input })

  reverse = (invoice: Invoice, corrects: Entry, { id, date }: Pick<Entry, 'id' | 'date'>) =>
    this.add(invoice, {
      kind: 'reversal',
      source: corrects.source,
      id,
      date,
      amount: -corrects.amount,
      corrects,
      note: corrects.note,
    })

  refund = (invoice: Invoice, corrects: Entry, { amount, ...rest }: EntryInput) =>
    this.add(invoice, { kind: 'refund', source: 'money', amount: -amount, corrects, ...rest })

  applyNote = (note: Note, invoice: Invoice, input: EntryInput) =>
    this.add(invoice, { kind: 'credit', source: 'credit', note, ...input })

  /** A note for an invoice lowers what is due on it right away, as far as something is due. */
  credit(input: Omit<Note, 'isVoid' | 'tax'>, entryId: string): Note {
    const note: Note = { ...input, tax: this.taxIn(input), isVoid: false }
    this.notes.push(note)
    const due = input.invoice === null ? 0 : Math.min(input.amount, balanceOf(input.invoice))
    if (input.invoice !== null && due > 0)
      this.applyNote(note, input.invoice, { id: entryId, amount: due, date: input.date })
    return note
  }

  /** The tax of an invoice is reversed in proportion to all that was credited of it so far, including this. */
  private taxIn({ invoice, amount, rate }: Pick<Note, 'invoice' | 'amount' | 'rate'>): number {
    if (invoice === null) return shareCents(rate ?? 0, amount, 100_000 + (rate ?? 0))
    if (invoice.tax === 0) return 0
    const earlier = this.notes.filter((note) => note.invoice === invoice && !note.isVoid)
    const [credited, reversed] = [sum(earlier.map((note) => note.amount)), sum(earlier.map(({ tax }) => tax))]
    const share = shareCents(invoice.tax, Math.min(credited + amount, invoice.total), invoice.total)
    return Math.max(0, Math.min(share - reversed, invoice.tax - reversed, amount))
  }

  entriesOf = (folder: Folder) =>
    this.invoices.filter((invoice) => invoice.folder === folder).flatMap(({ entries }) => entries)

  availableOf = (note: Note): number => (note.isVoid ? 0 : note.amount - this.appliedOf(note))

  appliedOf = (note: Note): number =>
    sum(
      this.entriesOf(note.folder)
        .filter((entry) => entry.note === note)
        .map(({ amount }) => amount),
    )
}

export const isOwed = ({ sentOn, isVoid }: Invoice): boolean => sentOn !== null && !isVoid

export const paidOn = ({ entries }: Invoice): number => sum(entries.map(({ amount }) => amount))

export const balanceOf = (invoice: Invoice): number => invoice.total - paidOn(invoice)

export function statusOf(invoice: Invoice, today: string): 'draft' | 'void' | 'paid' | 'overdue' | 'sent' {
  if (invoice.isVoid) return 'void'
  if (invoice.sentOn === null) return 'draft'
  if (balanceOf(invoice) === 0) return 'paid'
  return invoice.dueDate < today ? 'overdue' : 'sent'
}

export const isReversed = ({ entries }: Invoice, entry: Entry): boolean =>
  entries.some(({ kind, corrects }) => kind === 'reversal' && corrects === entry)

/** What can still be returned of a payment. */
export const refundable = (invoice: Invoice, payment: Entry): number =>
  isReversed(invoice, payment)
    ? 0
    : payment.amount +
      sum(
        invoice.entries
          .filter((entry) => entry.kind === 'refund' && entry.corrects === payment && !isReversed(invoice, entry))
          .map(({ amount }) => amount),
      )
