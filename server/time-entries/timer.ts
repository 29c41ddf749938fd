import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { conflict } from '../../domain/errors.ts'
import { officeDate } from '../../domain/time.ts'
import type { TimeEntryInput, TimeEntryView, TimerInput, TimerState } from '../../domain/time-entry.ts'
import type { Tx } from '../kit/db.ts'
import type { ChangeEvent } from '../kit/record.ts'
import { createTimeEntry, folderOr400, rateOr400 } from './actions.ts'
import { readTimer } from './queries.ts'

const timerChange = (actor: Actor): ChangeEvent => ({ type: 'timers', id: null, userIds: [actor.id], isPrivate: true })

export async function startTimer(tx: Tx, actor: Actor, input: TimerInput): Promise<TimerState> {
  const folder = await folderOr400(tx, actor, input.clientFolderId)
  await rateOr400(tx, { ...input, date: officeDate(tx.now) })
  const started = await tx.run(sql`
    insert into timers (user_id, client_folder_id, service_rate_id, description, started_at)
    values (${actor.id}, ${folder.id}, ${input.serviceRateId}, ${input.description}, ${tx.now})
    on conflict (user_id) do nothing`)
  if (started === 0) throw conflict('Your timer is already running. Stop it before you start another one.')
  tx.record({ action: 'timer.started', id: actor.id, clientFolderId: folder.id }, timerChange(actor))
  return readTimer(tx, actor)
}

export async function discardTimer(tx: Tx, actor: Actor): Promise<TimerState> {
  await stop(tx, actor)
  tx.record({ action: 'timer.discarded', id: actor.id }, timerChange(actor))
  return { timer: null }
}

export async function recordTimer(tx: Tx, actor: Actor, input: TimeEntryInput): Promise<TimeEntryView> {
  await stop(tx, actor)
  tx.publish(timerChange(actor))
  return createTimeEntry(tx, actor, input)
}

async function stop(tx: Tx, actor: Actor) {
  const stopped = await tx.run(sql`delete from timers where user_id = ${actor.id}`)
  if (stopped === 0) throw conflict('Your timer isn’t running. It may have been stopped in another window.')
}
