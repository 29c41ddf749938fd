import { clausesOf } from '../../domain/contract-clauses.ts'
import type { Printed } from '../pdf/printer.ts'
import { clientLines, type PdfClient } from './client.ts'
import { brief, day, money, officeDay, within } from './format.ts'
import { type PdfPrinter, printPdf } from './print.ts'
import { type PdfService, serviceRows } from './service-rows.ts'

/** Amounts in cents, dates YYYY-MM-DD, instants ISO 8601. */
export interface ProposalDocument {
  title: string
  /** As of today. */
  status: 'draft' | 'sent' | 'approved' | 'rejected' | 'withdrawn' | 'expired'
  revision: number
  /** When the replaced version was sent. */
  replacesOneOf: string | null
  /** When it was sent; for a draft, when it was created. */
  date: string
  validUntil: string | null
  client: PdfClient
  preparedBy: string | null
  description: string
  services: PdfService[]
  /** Whether the client can still choose among optional services, which are not in the total. */
  hasOptions: boolean
  timeline: { phase: string; duration: string; description: string | null }[]
  totalCost: number
  terms: string | null
  /** The client's decision, once it is approved or rejected. */
  decision: { by: string; at: string; comment: string | null } | null
}

export function printProposal(pdfPrinter: PdfPrinter, proposal: ProposalDocument): Promise<Printed> {
  const { title, client, preparedBy, date, validUntil, description, services, hasOptions, timeline, totalCost, terms } =
    proposal
  return printPdf(pdfPrinter, 'proposal', {
    footer: `Proposal for ${brief(client.name)} · ${pdfPrinter.config.provider.name}`,
    title,
    version: version(proposal),
    total: money(totalCost),
    totalLabel: hasOptions ? 'Total without optional services' : 'Total',
    client: clientLines(client),
    facts: [
      { label: 'Prepared by', value: preparedBy ?? pdfPrinter.config.provider.name },
      { label: 'Date', value: day(date) },
      { label: 'Valid until', value: validUntil === null ? 'No expiration' : day(validUntil) },
    ],
    outcome: outcome(proposal),
    description,
    services: serviceRows(services),
    timeline,
    clauses: terms === null ? [] : clausesOf(terms),
  })
}

function version({ revision, replacesOneOf }: ProposalDocument): string | null {
  if (revision === 1) return null
  return replacesOneOf === null
    ? `Version ${revision}`
    : `Version ${revision}, replacing the version dated ${officeDay(replacesOneOf)}`
}

/** How it ended, or that it isn't an offer yet. Null while the client can answer. */
function outcome({ status, decision }: ProposalDocument) {
  if (decision !== null && (status === 'approved' || status === 'rejected')) {
    const answer = status === 'approved' ? 'Approved' : 'Declined'
    return { words: `${answer} by ${within(decision.by)} on ${officeDay(decision.at)}`, comment: decision.comment }
  }
  const words = statusNotes[status]
  return words === null ? null : { words, comment: null }
}

const statusNotes = {
  draft: 'Draft, not sent',
  sent: null,
  approved: 'Approved',
  rejected: 'Declined',
  withdrawn: 'This proposal was withdrawn.',
  expired: 'This proposal has expired.',
} as const
