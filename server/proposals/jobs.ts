// Follows up on sent proposals without a response: the client is reminded three days before the last day, and the team is
// notified the day after it, with administrators if the lead doesn't see money. Stored while the proposal is locked, so that each is sent once.
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { type FollowUpRecipient, maxDelayDays, stepsAround } from '../../domain/follow-up.ts'
import { followUpDays } from '../../domain/proposal.ts'
import { daysAfter, daysBetween, officeDate } from '../../domain/time.ts'
import { teamOf } from '../client-folders/emails.ts'
import { seesPart } from '../client-folders/folder-staff.ts'
import { unsafeFolder } from '../client-folders/queries.ts'
import {
  dueFollowUps,
  FolderFollowUpRow,
  folderSource,
  inFolder,
  isTimeForReminders,
  noteFollowUp,
  sentSteps,
} from '../follow-ups/source.ts'
import type { Database, Tx } from '../kit/db.ts'
import type { Recipient } from '../kit/record.ts'
import { activeAdministrators } from '../users/queries.ts'
import { proposalExpired, proposalExpires } from './emails.ts'

const origin = { actorId: null, address: 'job', requestId: 'send-proposal-reminders' }

const ProposalFollowUp = FolderFollowUpRow.extend({
  validUntil: z.string(),
  sentOn: z.string(),
  totalCost: z.number(),
  hasClient: z.boolean(),
  leadSeesIt: z.boolean(),
  sent: z.array(z.string()),
})

export const proposalFollowUps = folderSource({
  kind: 'proposals',
  part: 'money',
  row: ProposalFollowUp,
  columns: sql`
    x.id, x.title, x.valid_until as "validUntil", (x.sent_at at time zone 'America/New_York')::date as "sentOn",
    x.total_cost as "totalCost", coalesce(client.is_active, false) as "hasClient",
    ${seesPart(sql`lead.staff_access`, sql`'money'`)} as "leadSeesIt", ${sentSteps('proposals', sql`x.id`)}`,
  from: inFolder(sql`proposals`),
  where: (through, today) => sql`
    x.status = 'sent' and x.valid_until between ${daysAfter(today, -maxDelayDays - 1)}::date and ${daysAfter(through, 3)}::date`,
  plan: ({ validUntil, sentOn, hasClient, leadSeesIt, sent }) => ({
    steps: [
      ...(hasClient ? stepsAround([followUpDays.client], validUntil, sentOn, { to: 'client', until: validUntil }) : []),
      ...stepsAround([followUpDays.team], validUntil, sentOn, {
        to: leadSeesIt ? 'team' : 'administrators',
        until: daysAfter(validUntil, maxDelayDays),
      }),
    ],
    sent,
  }),
  link: ({ id }) => `/proposals/${id}`,
})

export async function sendProposalReminders(db: Database): Promise<void> {
  if (!(await isTimeForReminders(db))) return
  for (const { id } of await dueFollowUps(db, proposalFollowUps)) await db.transaction(origin, (tx) => remind(tx, id))
}

async function remind(tx: Tx, id: string) {
  // Locked before reading, so that a response given at the same time is visible.
  await tx.maybe(sql`select id from proposals where id = ${id} for update`)
  const [due] = await dueFollowUps(tx, proposalFollowUps, sql`x.id = ${id}`)
  if (due === undefined) return
  const { clientFolderId, step, validUntil } = due
  const folder = await unsafeFolder(tx, clientFolderId)
  const email =
    step.to === 'client'
      ? proposalExpires(folder, due, daysBetween(officeDate(tx.now), validUntil))
      : proposalExpired(await peopleOf(tx, folder, step.to), folder, due)
  if (email === null) return
  await noteFollowUp(tx, 'proposals', due)
  tx.record(
    { action: 'proposal.reminded', id, clientFolderId, details: { step: step.name } },
    { type: 'proposals', id, clientFolderId, teamOnly: true },
  )
  tx.mail(email)
}

/** The team as far as it sees money; if the lead doesn't, someone else has to follow up. */
async function peopleOf(tx: Tx, folder: ClientFolder, to: FollowUpRecipient): Promise<Recipient[]> {
  const people = [...teamOf(folder, 'money'), ...(to === 'administrators' ? await activeAdministrators(tx) : [])]
  return [...new Map(people.map((each) => [each.userId, each])).values()]
}
