// An onboarding report: what intake found out about a client, and what the team recommends.
// Lives: draft → shared; from then on the folder's client may read it, and it stays as it is. A proposal is made from it.
import { z } from 'zod'
import { type Actor, isClient } from './actor.ts'
import { assertTotal, optionalCents, sumOf } from './money.ts'
import { maxPhases, type ProposalInput } from './proposal.ts'
import { conflict, forbidden } from './errors.ts'
import { composeLine, maxLines, ServiceLine, ServiceLineInput, TimelineEntry } from './service-line.ts'
import { Id, Instant, kept, nameLimit, optionalDate, optionalName, optionalText, requiredName } from './text.ts'
import { daysAfter } from './time.ts'

export const OnboardingReportStatus = z.enum(['draft', 'shared'])
export type OnboardingReportStatus = z.infer<typeof OnboardingReportStatus>

/** So many that all of them fit into a proposal's description. */
export const maxNeeds = 40

/** `budget` in cents. A draft may be as empty as intake has just begun. */
export const OnboardingReportInput = z.strictObject({
  clientNeeds: z
    .array(requiredName('Please say what is needed.'), 'Please list what the client needs.')
    .max(maxNeeds, `A report names at most ${maxNeeds} needs.`)
    .default([]),
  recommendedServices: z
    .array(ServiceLineInput, 'Please list the services.')
    .max(maxLines, `A report has at most ${maxLines} services.`)
    .default([]),
  timeline: z
    .array(TimelineEntry, 'Please list the phases.')
    .max(maxPhases, `A timeline has at most ${maxPhases} phases.`)
    .default([]),
  riskAssessment: optionalText,
  budget: optionalCents,
})
export type OnboardingReportInput = z.infer<typeof OnboardingReportInput>

export const OnboardingReportMove = z.enum(['edit', 'share', 'make-proposal'])
export type OnboardingReportMove = z.infer<typeof OnboardingReportMove>

export const OnboardingReport = z.object({
  id: Id,
  clientFolderId: Id,
  clientFolderName: z.string(),
  createdById: Id,
  createdByName: z.string().nullable(),
  clientNeeds: z.array(z.string()),
  recommendedServices: z.array(ServiceLine),
  /** The sum of the recommended services, in cents. */
  recommendedTotal: z.int(),
  timeline: z.array(z.object({ phase: z.string(), duration: z.string(), description: z.string().nullable() })),
  riskAssessment: z.string().nullable(),
  budget: z.int().nullable(),
  status: OnboardingReportStatus,
  sharedAt: Instant.nullable(),
  /** The latest proposal made from it that was not withdrawn; a client is told of sent ones only. */
  proposalId: Id.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  ...kept,
})
export type OnboardingReport = z.infer<typeof OnboardingReport>

export const OnboardingReportView = OnboardingReport.extend({ allowed: z.array(OnboardingReportMove) })
export type OnboardingReportView = z.infer<typeof OnboardingReportView>

export const OnboardingReportStatusChange = z.strictObject({
  status: z.enum(OnboardingReportStatus.options, 'Please choose shared.'),
})
export type OnboardingReportStatusChange = z.infer<typeof OnboardingReportStatusChange>

/** What a proposal has besides what the report says; left out, the portal's own words and thirty days. */
export const ProposalFromReport = z.strictObject({ title: optionalName, validUntil: optionalDate })
export type ProposalFromReport = z.infer<typeof ProposalFromReport>

export const proposalValidDays = 30

/** What a report's moves depend on. */
export type MoveFacts = Pick<OnboardingReport, 'status' | 'proposalId' | 'recommendedServices'>

export function allowedMoves(report: MoveFacts, actor: Actor, folderIsOpen: boolean): OnboardingReportMove[] {
  if (isClient(actor) || !folderIsOpen) return []
  const moves: OnboardingReportMove[] = report.status === 'draft' ? ['edit', 'share'] : []
  if (report.proposalId === null && report.recommendedServices.length > 0) moves.push('make-proposal')
  return moves
}

/** Writing and sharing reports is the team's. */
export function assertCanWriteReport(actor: Actor): void {
  if (isClient(actor)) throw forbidden('Only the team can write an onboarding report.')
}

/** Refuses 409 what the client may read already. */
export function assertCanEditReport({ status }: Pick<OnboardingReport, 'status'>): void {
  if (status === 'shared')
    throw conflict('This report was shared and stays as it is. Write a new one to change something.')
}

/** Refuses 403 a client, 409 anything but draft → shared, and a report that says nothing yet. */
export function assertCanChangeReportStatus(
  report: Pick<OnboardingReport, 'status' | 'clientNeeds' | 'recommendedServices'>,
  actor: Actor,
  to: OnboardingReportStatus,
): asserts to is 'shared' {
  assertCanWriteReport(actor)
  if (report.status === 'shared') throw conflict('A shared report stays as it is.')
  if (to === 'draft') throw conflict('A draft can be shared with the client.')
  if (report.clientNeeds.length === 0 && report.recommendedServices.length === 0)
    throw conflict('Write down what the client needs, or what you recommend, before you share this report.')
}

/** What a report says, checked and added up; `rateNames` as for a proposal. */
export function composeReport(input: OnboardingReportInput, rateNames: ReadonlyMap<string, string>) {
  const services = input.recommendedServices.map((line, index) =>
    composeLine(line, rateNames, `recommendedServices.${index}`),
  )
  assertTotal('recommendedServices', null, sumOf(services.map(({ totalCost }) => totalCost)))
  return { ...input, recommendedServices: services }
}

/** A proposal over what the report recommends. Refuses 409 a second one while the first stands, and one over nothing. */
export function proposalFrom(
  report: OnboardingReport,
  { title, validUntil }: ProposalFromReport,
  today: string,
): ProposalInput {
  if (report.proposalId !== null)
    throw conflict('A proposal was made from this report already. Open that one, or withdraw it first.')
  if (report.recommendedServices.length === 0)
    throw conflict('This report recommends no service yet. Add one before you make a proposal from it.')
  return {
    clientFolderId: report.clientFolderId,
    title:
      title ??
      Array.from(`Proposal for ${report.clientFolderName}`)
        .slice(0, nameLimit / 2)
        .join(''),
    description: descriptionFrom(report.clientNeeds),
    services: report.recommendedServices.map(({ estimatedHours, hourlyRate, totalCost, ...line }) => ({
      ...line,
      estimatedHours: estimatedHours ?? 1,
      hourlyRate: hourlyRate ?? totalCost ?? 0,
      totalCost,
    })),
    timeline: report.timeline,
    totalCost: report.recommendedTotal,
    validUntil: validUntil ?? daysAfter(today, proposalValidDays),
  }
}

const descriptionFrom = (needs: readonly string[]) =>
  needs.length === 0
    ? 'The services that we recommend after our first conversations.'
    : `What we understood that you need:\n\n${needs.map((need) => `• ${need}`).join('\n')}`
