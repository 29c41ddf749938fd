// Reminds the team of active contracts that end in 90, 30, and 7 days, each once, however many instances run this.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { endReminderDays } from '../../domain/contract.ts'
import { stepsAround } from '../../domain/follow-up.ts'
import { dueAmong, reminderKind } from '../../domain/invoice-reminder.ts'
import { daysAfter, daysBetween, officeDate } from '../../domain/time.ts'
import { unsafeFolder } from '../client-folders/queries.ts'
import { dueFollowUps, FolderFollowUpRow, folderSource, inFolder, isTimeForReminders } from '../follow-ups/source.ts'
import type { Database, Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'
import { creatorToNotify } from './actions.ts'
import { contractName } from './contract-name.ts'
import { contractEnds } from './emails.ts'
import { unsafeContract } from './queries.ts'

const origin = { actorId: null, address: 'job', requestId: 'send-contract-reminders' }

/** Whether contract `x` was renewed, or a signed amendment ends later. */
const isContinued = sql`exists (
  select from contracts later where later.previous_id = x.id and later.status in ('active', 'completed')
    and (later.relation = 'renewal' or later.end_date is null or later.end_date > x.end_date))`

const ContractFollowUp = FolderFollowUpRow.extend({
  endDate: z.string(),
  signedOn: z.string(),
  reminded: z.number().nullable(),
})

export const contractFollowUps = folderSource({
  kind: 'contracts',
  part: 'money',
  row: ContractFollowUp,
  columns: sql`
    x.id, ${contractName('x')} as title, x.end_date as "endDate", (x.signed_at at time zone 'America/New_York')::date as "signedOn",
    x.end_reminded_days as reminded`,
  from: inFolder(sql`contracts`),
  where: (through, today) => sql`
    x.status = 'active' and x.end_date between ${today}::date and ${daysAfter(through, 90)}::date
    and x.end_reminded_days is distinct from 7 and not ${isContinued}`,
  plan: ({ endDate, signedOn, reminded }) => ({
    steps: stepsAround(endReminderDays, endDate, signedOn, { to: 'team', until: endDate }),
    sent: endReminderDays.filter((days) => reminded !== null && reminded <= -days).map(reminderKind),
  }),
  link: ({ id }) => `/contracts/${id}`,
})

/** On office days. After an outage only the latest reminder of a contract is sent. */
export async function sendContractReminders(db: Database): Promise<void> {
  if (!(await isTimeForReminders(db))) return
  const today = officeDate(db.now)
  for (const { id } of await dueFollowUps(db, contractFollowUps))
    await db.transaction(origin, (tx) => remind(tx, id, today))
}

const Ending = z.object({ endDate: z.string(), signedOn: z.string(), reminded: z.number().nullable() })

async function remind(tx: Tx, id: string, today: string) {
  const ending = await tx.maybe(typed(Ending)`
    select end_date as "endDate", (signed_at at time zone 'America/New_York')::date as "signedOn", end_reminded_days as reminded
    from contracts x where id = ${id} and status = 'active' and end_date >= ${today}::date and not ${isContinued} for update`)
  const contract = await unsafeContract(tx, id)
  if (ending === null || contract === null) return
  const { endDate, signedOn, reminded } = ending
  const latest = dueAmong(endReminderDays, endDate, signedOn, today).at(-1)
  if (latest === undefined || (reminded !== null && reminded <= -latest)) return
  await tx.run(sql`update contracts set end_reminded_days = ${-latest} where id = ${id}`)
  const folder = await unsafeFolder(tx, contract.clientFolderId)
  tx.record(
    { action: 'contract.end-reminded', id, clientFolderId: folder.id, details: { days: daysBetween(today, endDate) } },
    { type: 'contracts', id, clientFolderId: folder.id, teamOnly: true },
  )
  const creator = await creatorToNotify(tx, folder, contract)
  for (const email of contractEnds(folder, contract, daysBetween(today, endDate), creator)) tx.mail(email)
}
