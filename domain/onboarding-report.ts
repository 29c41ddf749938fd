// An onboarding report: findings about a new client, and the team's recommendations. States: draft → shared; from then
// on the folder's client may read it, and it no longer changes. A proposal can be created from it.
import { z } from 'zod'
import { type Actor, isClient } from './actor.ts'
import { assertTotal, optionalCents, sumOf } from './money.ts'
import { maxPhases, type ProposalInput } from './proposal.ts'
import { conflict, forbidden } from './errors.ts'
import { composeLine, maxLines, ServiceLine, ServiceLineInput, TimelineEntry } from './service-line.ts'
import { Id, Instant, versioned, nameLimit, optionalDate, optionalName, optionalText, requiredName } from './text.ts'
import { daysAfter } from './time.ts'

export const OnboardingReportStatus = z.enum(['draft', 'shared'])
export type OnboardingReportStatus = z.infer<typeof OnboardingReportStatus>

/** Chosen so that all of them fit into a proposal's description. */
export const maxNeeds = 40

/** `budget` in cents. A draft may be almost empty. */
export const OnboardingReportInput = z.strictObject({
  clientNeeds: z
    .array(requiredName('Enter what the client needs.'), 'Enter what the client needs.')
    .max(maxNeeds, `A report can have at most ${maxNeeds} needs.`)
    .default([]),
  recommendedServices: z
    .array(ServiceLineInput, 'Add the services.')
    .max(maxLines, `A report can have at most ${maxLines} services.`)
    .default([]),
  timeline: z
    .array(TimelineEntry, 'Add the phases.')
    .max(maxPhases, `A timeline can have at most ${maxPhases} phases.`)
    .default([]),
  riskAssessment: optionalText,
  budget: optionalCents,
})
export type OnboardingReportInput = z.infer<typeof OnboardingReportInput>

export const OnboardingReportAction = z.enum(['edit', 'share', 'make-proposal'])
export type OnboardingReportAction = z.infer<typeof OnboardingReportAction>

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
  /** The latest proposal created from it that was not withdrawn; clients see only sent ones. */
  proposalId: Id.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  ...versioned,
})
export type OnboardingReport = z.infer<typeof OnboardingReport>

export const OnboardingReportView = OnboardingReport.extend({ allowed: z.array(OnboardingReportAction) })
export type OnboardingReportView = z.infer<typeof OnboardingReportView>

export const OnboardingReportStatusChange = z.strictObject({
  status: z.enum(OnboardingReportStatus.options, 'Choose shared.'),
})
export type OnboardingReportStatusChange = z.infer<typeof OnboardingReportStatusChange>

/** What a proposal needs besides the report; the defaults are a standard title and thirty days. */
export const ProposalFromReport = z.strictObject({ title: optionalName, validUntil: optionalDate })
export type ProposalFromReport = z.infer<typeof ProposalFromReport>

export const proposalValidDays = 30

/** The facts that a report's actions depend on. */
export type ActionFacts = Pick<OnboardingReport, 'status' | 'proposalId' | 'recommendedServices'>

export function allowedActions(report: ActionFacts, actor: Actor, folderIsOpen: boolean): OnboardingReportAction[] {
  if (isClient(actor) || !folderIsOpen) return []
  const actions: OnboardingReportAction[] = report.status === 'draft' ? ['edit', 'share'] : []
  if (report.proposalId === null && report.recommendedServices.length > 0) actions.push('make-proposal')
  return actions
}

/** Only the team writes and shares reports. */
export function assertCanWriteReport(actor: Actor): void {
  if (isClient(actor)) throw forbidden('Only the team can create an onboarding report.')
}

/** Throws 409 for a shared report. */
export function assertCanEditReport({ status }: Pick<OnboardingReport, 'status'>): void {
  if (status === 'shared') throw conflict('This report was shared and can’t be changed. Create a new one instead.')
}

/** Throws 403 for a client, 409 for anything but draft → shared, and for an empty report. */
export function assertCanChangeReportStatus(
  report: Pick<OnboardingReport, 'status' | 'clientNeeds' | 'recommendedServices'>,
  actor: Actor,
  to: OnboardingReportStatus,
): asserts to is 'shared' {
  assertCanWriteReport(actor)
  if (report.status === 'shared') throw conflict('A shared report can’t be changed.')
  if (to === 'draft') throw conflict('A draft can be shared with the client.')
  if (report.clientNeeds.length === 0 && report.recommendedServices.length === 0)
    throw conflict('Enter what the client needs or what you recommend before you share this report.')
}

/** The content of a report, validated and with totals; `rateNames` as for a proposal. */
export function composeReport(input: OnboardingReportInput, rateNames: ReadonlyMap<string, string>) {
  const services = input.recommendedServices.map((line, index) =>
    composeLine(line, rateNames, `recommendedServices.${index}`),
  )
  assertTotal('recommendedServices', null, sumOf(services.map(({ totalCost }) => totalCost)))
  return { ...input, recommendedServices: services }
}

/**
 * A proposal from the report's recommendations. Throws 409 for a second one while the first is in effect, and for one
 * without services.
 */
export function proposalFrom(
  report: OnboardingReport,
  { title, validUntil }: ProposalFromReport,
  today: string,
): ProposalInput {
  if (report.proposalId !== null)
    throw conflict('A proposal was already created from this report. Open that one, or withdraw it first.')
  if (report.recommendedServices.length === 0)
    throw conflict('This report doesn’t recommend a service yet. Add one before you create a proposal from it.')
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
    ? 'The services we recommend after our first conversations.'
    : `What you told us you need:\n\n${needs.map((need) => `• ${need}`).join('\n')}`
