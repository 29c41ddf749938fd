import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { type ClientFolder, assertNotArchived } from '../../domain/client-folder.ts'
import {
  assertCanChangeProposalStatus,
  assertCanEditProposal,
  assertCanNoteOpened,
  assertCanReplaceVersion,
  assertCanReviseProposal,
  assertCanWriteProposal,
  assertSameFolder,
  composeProposal,
  isFirstOpening,
  type Proposal,
  type ProposalContent,
  type ProposalInput,
  type ProposalStatusChange,
  type ProposalView,
  type StoredProposalStatus,
} from '../../domain/proposal.ts'
import type { OnboardingReport } from '../../domain/onboarding-report.ts'
import { agreedTotal, chooseOptions } from '../../domain/proposal-options.ts'
import { notFoundAsInvalid } from '../../domain/errors.ts'
import { officeDate } from '../../domain/time.ts'
import { approvedTerms, choiceDetails, proposalTerms, storedChoice } from '../agreement-templates/fill.ts'
import { folderToAddTo } from '../client-folders/queries.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import type { Email, ChangeEvent } from '../kit/record.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { rateNames } from '../service-rates/queries.ts'
import { proposalDecided, proposalOpened, proposalSent, proposalWithdrawn } from './emails.ts'
import { proposalFor, viewed } from './queries.ts'

/** Drafts are visible to the team only; sent proposals are refreshed on both sides. */
const proposalChange = (id: string, clientFolderId: string, teamOnly: boolean): ChangeEvent => ({
  type: 'proposals',
  id,
  clientFolderId,
  teamOnly,
})

/** @param report the onboarding report that it is created from; its rate cards may have been retired since */
export async function createProposal(
  tx: Tx,
  actor: Actor,
  input: ProposalInput,
  report: Pick<OnboardingReport, 'id' | 'recommendedServices'> | null = null,
): Promise<ProposalView> {
  assertCanWriteProposal(actor)
  const folder = await folderOr400(tx, actor, input.clientFolderId)
  assertNotArchived(folder)
  const content = composeProposal(
    input,
    await rateNames(tx, input.services, report?.recommendedServices ?? []),
    officeDate(tx.now),
    newId,
  )
  const { terms, template } = await proposalTerms(tx, factsOf(content, folder), input.template, null)
  const [templateId, templateVersion, templateClauses] = storedChoice(template)
  const id = newId()
  await tx.run(sql`
    insert into proposals (id, client_folder_id, created_by_id, title, description, services, timeline, total_cost, valid_until,
      terms, template_id, template_version, template_clauses, onboarding_report_id, created_at, updated_at)
    values (${id}, ${folder.id}, ${actor.id}, ${content.title}, ${content.description}, ${JSON.stringify(content.services)},
      ${JSON.stringify(content.timeline)}, ${content.totalCost}, ${content.validUntil}, ${terms}, ${templateId},
      ${templateVersion}, ${templateClauses}, ${report?.id ?? null}, ${tx.now}, ${tx.now})`)
  const details = { ...(report !== null && { onboardingReportId: report.id }), ...choiceDetails(template) }
  tx.record({ action: 'proposal.created', id, clientFolderId: folder.id, details }, proposalChange(id, folder.id, true))
  return viewedAfter(tx, actor, id)
}

export async function changeProposal(
  tx: Tx,
  actor: Actor,
  id: string,
  input: ProposalInput,
  ifMatch: IfMatch,
): Promise<ProposalView> {
  const { proposal, folder } = await proposalFor(tx, actor, id, { lock: true })
  assertCanWriteProposal(actor)
  assertCanEditProposal(proposal)
  assertNotArchived(folder)
  assertVersion(proposal, ifMatch)
  assertSameFolder(proposal, input.clientFolderId)
  const names = await rateNames(tx, input.services, proposal.services)
  const content = composeProposal(input, names, officeDate(tx.now), newId)
  const { terms, template } = await proposalTerms(tx, factsOf(content, folder), input.template, proposal.template)
  const [templateId, templateVersion, templateClauses] = storedChoice(template)
  await tx.run(sql`
    update proposals set title = ${content.title}, description = ${content.description},
      services = ${JSON.stringify(content.services)}, timeline = ${JSON.stringify(content.timeline)},
      total_cost = ${content.totalCost}, valid_until = ${content.validUntil}, terms = ${terms}, template_id = ${templateId},
      template_version = ${templateVersion}, template_clauses = ${templateClauses}, version = version + 1, updated_at = ${tx.now}
    where id = ${id}`)
  const details = choiceDetails(template)
  tx.record({ action: 'proposal.changed', id, clientFolderId: folder.id, details }, proposalChange(id, folder.id, true))
  return viewedAfter(tx, actor, id)
}

export async function changeProposalStatus(
  tx: Tx,
  actor: Actor,
  id: string,
  change: ProposalStatusChange,
  ifMatch: IfMatch,
): Promise<ProposalView> {
  const { proposal, folder } = await proposalFor(tx, actor, id, { lock: true })
  assertCanChangeProposalStatus(proposal, actor, folder, change, officeDate(tx.now))
  assertNotArchived(folder)
  assertVersion(proposal, ifMatch)
  const { status, comment } = change
  if (status === 'sent') await supersedeEarlier(tx, actor, proposal)
  const isDecided = status === 'approved' || status === 'rejected'
  const [decidedAt, decidedById] = isDecided ? [tx.now, actor.id] : [null, null]
  const after = status === 'approved' ? withChoice(proposal, change) : proposal
  const chosen = after.chosenOptionIds === null ? null : JSON.stringify(after.chosenOptionIds)
  const terms = chosen === null ? proposal.terms : await approvedTerms(tx, { ...after, ...named(folder) })
  await tx.run(sql`
    update proposals set status = ${status}, comment = ${comment}, decided_at = ${decidedAt}, decided_by_id = ${decidedById},
      chosen_option_ids = ${chosen}, total_cost = ${after.totalCost}, terms = ${terms}, sent_at = ${status === 'sent' ? tx.now : proposal.sentAt}, version = version + 1, updated_at = ${tx.now}
    where id = ${id}`)
  recordStatusChange(tx, after, status, folder.clientId)
  if (status === 'sent') mailIfAny(tx, proposalSent(folder, proposal, actor))
  if (status === 'withdrawn' && proposal.sentAt !== null) mailIfAny(tx, proposalWithdrawn(folder, proposal))
  if (isDecided) for (const email of await proposalDecided(tx, folder, after, status)) tx.mail(email)
  return viewedAfter(tx, actor, id)
}

/** With the optional services that the client chose, and their total. */
function withChoice(proposal: Proposal, { chosenOptionIds: ids = [] }: ProposalStatusChange): Proposal {
  const chosen = { ...proposal, chosenOptionIds: chooseOptions(proposal, ids) }
  return { ...chosen, totalCost: agreedTotal(chosen) }
}

/** Stores when the client first opened the proposal, and tells the team. Not an edit: the version stays. */
export async function noteProposalOpened(tx: Tx, actor: Actor, id: string): Promise<{ openedAt: string | null }> {
  const { proposal, folder } = await proposalFor(tx, actor, id, { lock: true })
  assertCanNoteOpened(actor)
  const entry = { action: 'proposal.opened', id, clientFolderId: folder.id } as const
  if (!isFirstOpening(proposal, folder)) {
    tx.record(entry)
    return { openedAt: proposal.openedAt }
  }
  await tx.run(sql`update proposals set opened_at = ${tx.now} where id = ${id}`)
  tx.record(entry, proposalChange(id, folder.id, false))
  mailIfAny(tx, proposalOpened(folder, proposal))
  return { openedAt: tx.now.toISOString() }
}

/** A new draft with the content of the sent version, which is unchanged until the draft is sent. */
export async function reviseProposal(tx: Tx, actor: Actor, id: string): Promise<ProposalView> {
  const { proposal, folder } = await proposalFor(tx, actor, id, { lock: true })
  assertCanWriteProposal(actor)
  assertCanReviseProposal(proposal)
  assertNotArchived(folder)
  const revisionId = newId()
  await tx.run(sql`
    insert into proposals (id, client_folder_id, created_by_id, title, description, services, timeline, total_cost, valid_until,
      terms, template_id, template_version, template_clauses, revision, revises_id, onboarding_report_id, created_at, updated_at)
    select ${revisionId}, client_folder_id, ${actor.id}, title, description, services, timeline, total_cost, valid_until,
      terms, template_id, template_version, template_clauses, revision + 1, id, onboarding_report_id, ${tx.now}, ${tx.now}
    from proposals where id = ${id}`)
  const details = { revisesId: id, revision: proposal.revision + 1 }
  tx.record(
    { action: 'proposal.revised', id: revisionId, clientFolderId: folder.id, details },
    proposalChange(revisionId, folder.id, true),
    proposalChange(id, folder.id, true),
  )
  return viewedAfter(tx, actor, revisionId)
}

/** Sending the new version withdraws the earlier one if it is still unanswered. */
async function supersedeEarlier(tx: Tx, actor: Actor, { revises }: Proposal) {
  if (revises === null) return
  const { proposal: earlier } = await proposalFor(tx, actor, revises.id, { lock: true })
  assertCanReplaceVersion(earlier)
  tx.publish(proposalChange(earlier.id, earlier.clientFolderId, false))
  if (earlier.status !== 'sent') return
  await tx.run(sql`
    update proposals set status = 'withdrawn', version = version + 1, updated_at = ${tx.now} where id = ${earlier.id}`)
  recordStatusChange(tx, earlier, 'withdrawn')
}

/** @param toId the recipient: the folder may have another client later */
function recordStatusChange(
  tx: Tx,
  { id, clientFolderId, status: before, sentAt, chosenOptionIds }: Proposal,
  after: Exclude<StoredProposalStatus, 'draft'>,
  toId: string | null = null,
) {
  const neverSent = after !== 'sent' && sentAt === null
  tx.record(
    {
      action: `proposal.${after}`,
      id,
      clientFolderId,
      details: {
        before,
        after,
        ...(after === 'sent' && { toId }),
        ...(chosenOptionIds !== null && { chosenOptionIds }),
      },
    },
    proposalChange(id, clientFolderId, neverSent),
  )
}

const mailIfAny = (tx: Tx, email: Email | null) => {
  if (email !== null) tx.mail(email)
}

/** What the terms of a proposal are filled in with. */
const factsOf = (content: ProposalContent, folder: ClientFolder) => ({
  ...content,
  ...named(folder),
  chosenOptionIds: null,
})

const named = ({ name, clientName }: ClientFolder) => ({ folderName: name, clientName })

/** The same reply for a folder that the actor may not see and for a missing one. */
const folderOr400 = (tx: Tx, actor: Actor, id: string): Promise<ClientFolder> =>
  folderToAddTo(tx, actor, id, 'money').catch(notFoundAsInvalid('clientFolderId', 'Choose one of your client folders.'))

async function viewedAfter(tx: Tx, actor: Actor, id: string) {
  const { proposal, folder } = await proposalFor(tx, actor, id)
  return viewed(proposal, actor, folder)
}
