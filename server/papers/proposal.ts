import type { Printed } from '../pdf/printer.ts'
import { clientLines, type PaperClient } from './client.ts'
import { brief, day, money, officeDay, within } from './format.ts'
import { type Press, printPaper } from './print.ts'
import { type PaperService, serviceRows } from './service-rows.ts'

/** Amounts in cents, dates YYYY-MM-DD, instants ISO 8601. */
export interface ProposalPaper {
  title: string
  /** As it reads today. */
  status: 'draft' | 'sent' | 'approved' | 'rejected' | 'withdrawn' | 'expired'
  revision: number
  /** When the one was sent that this one replaces. */
  replacesOneOf: string | null
  /** Sent, or, while a draft, made. */
  date: string
  validUntil: string | null
  client: PaperClient
  preparedBy: string | null
  description: string
  services: PaperService[]
  timeline: { phase: string; duration: string; description: string | null }[]
  totalCost: number
  /** The client's, once it is approved or rejected. */
  decision: { by: string; at: string; comment: string | null } | null
}

export function printProposal(press: Press, proposal: ProposalPaper): Promise<Printed> {
  const { title, status, client, preparedBy, date, validUntil, description, services, timeline, totalCost } = proposal
  return printPaper(press, 'proposal', {
    footer: `Proposal for ${brief(client.name)} · ${press.config.provider.name}`,
    title,
    version: version(proposal),
    status: statuses[status],
    total: money(totalCost),
    client: clientLines(client),
    facts: [
      { label: 'Prepared by', value: preparedBy ?? press.config.provider.name },
      { label: 'Date', value: day(date) },
      { label: 'Valid until', value: validUntil === null ? 'No date set' : day(validUntil) },
    ],
    decision: decision(proposal),
    description,
    services: serviceRows(services),
    timeline,
  })
}

const statuses = {
  draft: { label: 'Draft', tone: 'neutral' },
  sent: { label: 'Awaiting your answer', tone: 'info' },
  approved: { label: 'Approved', tone: 'ok' },
  rejected: { label: 'Rejected', tone: 'danger' },
  withdrawn: { label: 'Withdrawn', tone: 'danger' },
  expired: { label: 'Expired', tone: 'danger' },
} as const

function version({ revision, replacesOneOf }: ProposalPaper): string | null {
  if (revision === 1) return null
  return replacesOneOf === null
    ? `Version ${revision}`
    : `Version ${revision}, replaces the one of ${officeDay(replacesOneOf)}`
}

function decision({ status, decision: made }: ProposalPaper) {
  if (made === null || (status !== 'approved' && status !== 'rejected')) return null
  return { words: `${statuses[status].label} by ${within(made.by)} on ${officeDay(made.at)}`, comment: made.comment }
}
