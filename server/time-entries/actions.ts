import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { assertNotArchived, type ClientFolder } from '../../domain/client-folder.ts'
import type { AppliedRate } from '../../domain/client-price.ts'
import { DomainError, invalid } from '../../domain/errors.ts'
import { officeDate } from '../../domain/time.ts'
import { assertCanChangeTime, assertFitsDay, type TimeEntryInput, type TimeEntryView } from '../../domain/time-entry.ts'
import { folderToAddTo } from '../client-folders/queries.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import type { ChangeEvent } from '../kit/record.ts'
import { typed } from '../kit/row-types.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { hourlyRateFor } from '../service-rates/queries.ts'
import { readTimeEntry, timeEntryToChange } from './queries.ts'

const timeChange = (id: string, clientFolderId: string): ChangeEvent => ({
  type: 'time-entries',
  id,
  clientFolderId,
  teamOnly: true,
})

export async function createTimeEntry(tx: Tx, actor: Actor, input: TimeEntryInput): Promise<TimeEntryView> {
  const folder = await folderOr400(tx, actor, input.clientFolderId)
  await assertRoomInDay(tx, actor.id, input)
  const { hourlyRate, rateSource } = await rateOr400(tx, input)
  const id = newId()
  const { serviceRateId, date, minutes, description, isBillable } = input
  await tx.run(sql`
    insert into time_entries (id, client_folder_id, user_id, service_rate_id, date, minutes, description, is_billable, hourly_rate,
      rate_source, created_at, updated_at)
    values (${id}, ${folder.id}, ${actor.id}, ${serviceRateId}, ${date}, ${minutes}, ${description}, ${isBillable}, ${hourlyRate},
      ${rateSource}, ${tx.now}, ${tx.now})`)
  tx.record(
    {
      action: 'time-entry.created',
      id,
      clientFolderId: folder.id,
      details: { date, minutes, isBillable, hourlyRate, rateSource },
    },
    timeChange(id, folder.id),
  )
  return readTimeEntry(tx, actor, id)
}

export async function changeTimeEntry(
  tx: Tx,
  actor: Actor,
  id: string,
  input: TimeEntryInput,
  ifMatch: IfMatch,
): Promise<TimeEntryView> {
  const { entry, folder: before } = await timeEntryToChange(tx, actor, id)
  assertCanChangeTime(entry, actor)
  assertNotArchived(before)
  assertVersion(entry, ifMatch)
  const folder = input.clientFolderId === before.id ? before : await folderOr400(tx, actor, input.clientFolderId)
  await assertRoomInDay(tx, entry.userId, input, id)
  const { serviceRateId, date, minutes, description, isBillable } = input
  // Priced again only for another day, rate card, or client, so that a later price does not change the entry.
  const isSamePrice = serviceRateId === entry.serviceRateId && date === entry.date && folder.id === before.id
  const { hourlyRate, rateSource } = isSamePrice ? entry : await rateOr400(tx, input)
  await tx.run(sql`
    update time_entries set client_folder_id = ${folder.id}, service_rate_id = ${serviceRateId}, date = ${date}, minutes = ${minutes},
      description = ${description}, is_billable = ${isBillable}, hourly_rate = ${hourlyRate}, rate_source = ${rateSource},
      version = version + 1, updated_at = ${tx.now}
    where id = ${id}`)
  const after = { date, minutes, isBillable, hourlyRate, rateSource }
  tx.record(
    { action: 'time-entry.changed', id, clientFolderId: folder.id, details: { before: factsOf(entry), after } },
    timeChange(id, before.id),
    timeChange(id, folder.id),
  )
  return readTimeEntry(tx, actor, id)
}

export async function deleteTimeEntry(tx: Tx, actor: Actor, id: string, ifMatch: IfMatch): Promise<TimeEntryView> {
  const { entry, folder } = await timeEntryToChange(tx, actor, id)
  assertCanChangeTime(entry, actor)
  assertNotArchived(folder)
  assertVersion(entry, ifMatch)
  await tx.run(sql`delete from time_entries where id = ${id}`)
  tx.record(
    {
      action: 'time-entry.deleted',
      id,
      clientFolderId: folder.id,
      details: { ...factsOf(entry), userId: entry.userId, serviceRateId: entry.serviceRateId },
    },
    timeChange(id, folder.id),
  )
  return { ...entry, allowed: [] }
}

const factsOf = ({ date, minutes, isBillable, hourlyRate, rateSource }: TimeEntryView) => ({
  date,
  minutes,
  isBillable,
  hourlyRate,
  rateSource,
})

/** A folder to record time on; throws 400 for one that the actor may not see, 409 for an archived one. */
export async function folderOr400(tx: Tx, actor: Actor, id: string): Promise<ClientFolder> {
  const folder = await folderToAddTo(tx, actor, id, 'money').catch((error: unknown) => {
    throw error instanceof DomainError ? invalid('clientFolderId', 'Choose a client folder.') : error
  })
  assertNotArchived(folder)
  return folder
}

/** The hourly rate on that day; throws 400 for a rate card without one, and an inactive one. */
export async function rateOr400(
  tx: Tx,
  on: Pick<TimeEntryInput, 'serviceRateId' | 'clientFolderId' | 'date'>,
): Promise<AppliedRate> {
  const rate = await hourlyRateFor(tx, on)
  if (rate === null) throw invalid('serviceRateId', 'Choose an active rate card with an hourly rate.')
  return rate
}

const SumRow = z.object({ minutes: z.number() })

/** The person's row is locked, so that concurrent calls can't exceed the day together. */
async function assertRoomInDay(
  tx: Tx,
  userId: string,
  input: Pick<TimeEntryInput, 'date' | 'minutes'>,
  exceptId: string | null = null,
) {
  await tx.maybe(sql`select id from users where id = ${userId} for no key update`)
  const { minutes } = await tx.one(typed(SumRow)`
    select coalesce(sum(minutes), 0)::bigint as minutes from time_entries
    where user_id = ${userId} and date = ${input.date}::date and id is distinct from ${exceptId}::uuid`)
  assertFitsDay(input, minutes, officeDate(tx.now))
}
