import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { assertNotArchived } from '../../domain/client-folder.ts'
import {
  assertCanChangeReportStatus,
  composeReport,
  assertCanEditReport,
  type OnboardingReportInput,
  type OnboardingReportStatus,
  type OnboardingReportView,
  proposalFrom,
  type ProposalFromReport,
  assertCanWriteReport,
} from '../../domain/onboarding-report.ts'
import type { ProposalView } from '../../domain/proposal.ts'
import { officeDate } from '../../domain/time.ts'
import { folderToAddTo } from '../client-folders/queries.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import type { ChangeEvent } from '../kit/record.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { createProposal } from '../proposals/actions.ts'
import { rateNames } from '../service-rates/queries.ts'
import { reportShared } from './emails.ts'
import { onboardingReportFor, viewed } from './queries.ts'

/** Drafts are visible to the team only. */
const reportChange = (id: string, clientFolderId: string, teamOnly: boolean): ChangeEvent => ({
  type: 'onboarding-reports',
  id,
  clientFolderId,
  teamOnly,
})

export async function createOnboardingReport(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  input: OnboardingReportInput,
): Promise<OnboardingReportView> {
  const folder = await folderToAddTo(tx, actor, clientFolderId)
  assertCanWriteReport(actor)
  assertNotArchived(folder)
  const content = composeReport(input, await rateNames(tx, input.recommendedServices, []))
  const id = newId()
  await tx.run(sql`
    insert into onboarding_reports (id, client_folder_id, created_by_id, client_needs, recommended_services, timeline,
      risk_assessment, budget, created_at, updated_at)
    values (${id}, ${clientFolderId}, ${actor.id}, ${JSON.stringify(content.clientNeeds)},
      ${JSON.stringify(content.recommendedServices)}, ${JSON.stringify(content.timeline)}, ${content.riskAssessment},
      ${content.budget}, ${tx.now}, ${tx.now})`)
  tx.record({ action: 'onboarding-report.created', id, clientFolderId }, reportChange(id, clientFolderId, true))
  return viewedAfter(tx, actor, id)
}

export async function changeOnboardingReport(
  tx: Tx,
  actor: Actor,
  id: string,
  input: OnboardingReportInput,
  ifMatch: IfMatch,
): Promise<OnboardingReportView> {
  const { report, folder } = await onboardingReportFor(tx, actor, id, { lock: true })
  assertCanWriteReport(actor)
  assertCanEditReport(report)
  assertNotArchived(folder)
  assertVersion(report, ifMatch)
  const content = composeReport(input, await rateNames(tx, input.recommendedServices, report.recommendedServices))
  await tx.run(sql`
    update onboarding_reports set client_needs = ${JSON.stringify(content.clientNeeds)},
      recommended_services = ${JSON.stringify(content.recommendedServices)}, timeline = ${JSON.stringify(content.timeline)},
      risk_assessment = ${content.riskAssessment}, budget = ${content.budget}, version = version + 1, updated_at = ${tx.now}
    where id = ${id}`)
  tx.record({ action: 'onboarding-report.changed', id, clientFolderId: folder.id }, reportChange(id, folder.id, true))
  return viewedAfter(tx, actor, id)
}

export async function changeOnboardingReportStatus(
  tx: Tx,
  actor: Actor,
  id: string,
  status: OnboardingReportStatus,
  ifMatch: IfMatch,
): Promise<OnboardingReportView> {
  const { report, folder } = await onboardingReportFor(tx, actor, id, { lock: true })
  assertCanChangeReportStatus(report, actor, status)
  assertNotArchived(folder)
  assertVersion(report, ifMatch)
  await tx.run(sql`
    update onboarding_reports set status = ${status}, shared_at = ${tx.now}, version = version + 1, updated_at = ${tx.now}
    where id = ${id}`)
  tx.record(
    {
      action: `onboarding-report.${status}`,
      id,
      clientFolderId: folder.id,
      details: { before: report.status, after: status },
    },
    reportChange(id, folder.id, false),
  )
  const email = reportShared(folder, id, actor)
  if (email !== null) tx.mail(email)
  return viewedAfter(tx, actor, id)
}

/** The report is locked, so that two concurrent requests create one proposal. */
export async function createProposalFromReport(
  tx: Tx,
  actor: Actor,
  id: string,
  input: ProposalFromReport,
): Promise<ProposalView> {
  const { report, folder } = await onboardingReportFor(tx, actor, id, { lock: true })
  assertCanWriteReport(actor)
  assertNotArchived(folder)
  const proposal = await createProposal(tx, actor, proposalFrom(report, input, officeDate(tx.now)), report)
  tx.publish(reportChange(id, folder.id, true))
  return proposal
}

async function viewedAfter(tx: Tx, actor: Actor, id: string) {
  const { report, folder } = await onboardingReportFor(tx, actor, id)
  return viewed(report, actor, folder)
}
