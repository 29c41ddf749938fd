// What each kind of follow-up is read from. Its job and the list of coming follow-ups read the same rows.
import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import {
  dueStep,
  type FollowUpPlan,
  type FollowUpStep,
  isReminderTime,
  type ScheduledKind,
} from '../../domain/follow-up.ts'
import type { FolderPart } from '../../domain/folder-rights.ts'
import { firstOfficeHours, type OfficeHours } from '../../domain/office-hours.ts'
import { officeDate } from '../../domain/time.ts'
import { visibleFolders } from '../client-folders/queries.ts'
import { savedSettings } from '../firm-settings/queries.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'

export const FollowUpRow = z.object({
  id: z.string(),
  title: z.string(),
  /** Who gets it, if not the folder's client or team. */
  person: z.string().nullable(),
  clientName: z.string().nullable(),
  leadName: z.string().nullable(),
  clientFolderId: z.string().nullable(),
  folderName: z.string().nullable(),
  folderVersion: z.int().nullable(),
  isPaused: z.boolean(),
})
export type FollowUpRow = z.infer<typeof FollowUpRow>

export const FolderFollowUpRow = FollowUpRow.extend({ clientFolderId: z.string(), folderName: z.string() })

export interface FollowUpSource<Row extends FollowUpRow = FollowUpRow> {
  kind: ScheduledKind
  /** SQL condition: those that the actor may see. */
  visible: (actor: Actor) => Sql
  /** @param through the last office date of interest */
  read(reader: Reader, through: string, which: Sql): Promise<Planned<Row>[]>
}

type Planned<Row> = Row & {
  plan: FollowUpPlan
  /** The team's page of the record. */
  link: string
}

interface FolderSource<Row> {
  kind: ScheduledKind
  part: FolderPart
  visible?: (actor: Actor) => Sql
  row: z.ZodType<Row>
  /** The columns besides those of the folder. */
  columns: Sql
  person?: Sql
  /** Tables, with the folder as `f`. Its client is joined as `client`. */
  from: Sql
  where: (through: string, today: string) => Sql
  order?: Sql
  plan: (row: Row) => Pick<FollowUpPlan, 'steps' | 'sent'>
  link: (row: Row) => string
}

/** A table (as `x`) with its folder. */
export const inFolder = (table: Sql): Sql => sql`${table} x join client_folders f on f.id = x.client_folder_id`

/** Records in folders. Archived folders are left out. */
export const folderSource = <Row extends FollowUpRow>(given: FolderSource<Row>): FollowUpSource<Row> => ({
  kind: given.kind,
  visible: given.visible ?? ((actor) => visibleFolders(actor, given.part)),
  async read(reader, through, which) {
    const rows = await reader.rows(typed(given.row)`
      select ${given.columns}, ${given.person ?? sql`null::text`} as person, f.id as "clientFolderId", f.name as "folderName",
        f.version as "folderVersion", f.reminders_paused as "isPaused",
        coalesce(person_name(client.first_name, client.last_name), client.email) as "clientName",
        coalesce(person_name(lead.first_name, lead.last_name), lead.email) as "leadName"
      from ${given.from} join users lead on lead.id = f.assigned_staff_id left join users client on client.id = f.client_id
      where f.status <> 'archived' and (${given.where(through, officeDate(reader.now))}) and ${which} order by ${given.order ?? sql`x.id`}`)
    return rows.map((row) => ({ ...row, plan: { ...given.plan(row), isPaused: row.isPaused }, link: given.link(row) }))
  },
})

export type Due<Row> = Planned<Row> & {
  step: FollowUpStep
  /** Earlier steps that were not sent. */
  missed: FollowUpStep[]
}

/** What is to be sent now. @param which SQL condition on the rows */
export async function dueFollowUps<Row extends FollowUpRow>(
  reader: Reader,
  source: FollowUpSource<Row>,
  which: Sql = sql`true`,
): Promise<Due<Row>[]> {
  const rows = await source.read(reader, officeDate(reader.now), which)
  return rows.flatMap((row) => {
    const step = dueStep(row.plan, reader.now)
    if (step === null) return []
    const earlier = row.plan.steps.slice(0, row.plan.steps.indexOf(step))
    const missed = earlier.filter(({ name }) => !row.plan.sent.includes(name))
    return [{ ...row, step, missed }]
  })
}

/** Stores that the due step was sent and the missed ones were skipped. */
export async function noteFollowUp(tx: Tx, kind: ScheduledKind, { id, step, missed }: Due<FollowUpRow>): Promise<void> {
  for (const each of [...missed, step])
    await tx.run(sql`
      insert into follow_ups (kind, entity_id, step, sent, at) values (${kind}, ${id}, ${each.name}, ${each === step}, ${tx.now})`)
}

/** SQL expression: the names of the steps that were sent or skipped, in the column `sent`. */
export const sentSteps = (kind: ScheduledKind, id: Sql): Sql =>
  sql`array(select done.step from follow_ups done where done.kind = ${kind} and done.entity_id = ${id}) as sent`

export const currentOfficeHours = async (reader: Reader): Promise<OfficeHours> =>
  (await savedSettings(reader)).settings.officeHours ?? firstOfficeHours

/** Whether reminders are sent now: in office hours, on an office day. */
export const isTimeForReminders = async (reader: Reader): Promise<boolean> =>
  isReminderTime(await currentOfficeHours(reader), reader.now)
