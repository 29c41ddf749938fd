// Handles the recipients of running bulk actions.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { BulkKind } from '../../domain/bulk-action.ts'
import type { AppContext } from '../app-context.ts'
import type { Database, Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'
import { bulkActionChange } from './actions.ts'
import { deliver } from './kinds.ts'
import { openAnnouncer, type Outcome, outcomesOf, unsafeStarter, workThrough } from './rows.ts'

const RunningRow = z.object({
  id: z.string(),
  kind: BulkKind,
  content: z.json(),
  startedById: z.string(),
  startedAt: z.date(),
})
type RunningAction = z.infer<typeof RunningRow>

export function runBulkActions(context: Pick<AppContext, 'db' | 'files' | 'log'>): Promise<void> {
  const { db, log } = context
  const isToAnnounce = openAnnouncer()
  return workThrough(db, log, {
    job: 'run-bulk-actions',
    running: () => runningActions(db),
    rowsOf: (action) => recipientsIn(context, action, isToAnnounce),
    finish: (action) => finish(db, action),
  })
}

const runningActions = (db: Database): Promise<RunningAction[]> =>
  db.rows(typed(RunningRow)`
    select id, kind, content, started_by_id as "startedById", created_at as "startedAt" from bulk_actions where status = 'running' order by id`)

const originOf = ({ startedById }: RunningAction) => ({
  actorId: startedById,
  address: 'job',
  requestId: 'run-bulk-actions',
})

const ItemRow = z.object({ id: z.string(), clientFolderId: z.string() })
type ItemRow = z.infer<typeof ItemRow>

const recipientsIn = (
  context: Pick<AppContext, 'db' | 'files'>,
  action: RunningAction,
  isToAnnounce: (id: string) => boolean,
) => ({
  origin: originOf(action),
  // The action is locked too: someone who stops it waits for this recipient.
  claim: (tx: Tx) =>
    tx.maybe(typed(ItemRow)`
      select i.id, i.client_folder_id as "clientFolderId"
      from bulk_actions b join bulk_action_items i on i.bulk_action_id = b.id
      where b.id = ${action.id} and b.status = 'running' and i.status = 'pending'
      order by i.id limit 1 for update of i skip locked for share of b`),
  act: async (tx: Tx, { id: itemId, clientFolderId }: ItemRow) =>
    deliver(tx, await unsafeStarter(tx, action.startedById), clientFolderId, action, {
      context,
      itemId,
      startedAt: action.startedAt,
    }),
  async settle(tx: Tx, { id }: ItemRow, { status, reason }: Outcome) {
    await tx.run(sql`
      update bulk_action_items set status = ${status}, reason = ${reason}, done_at = ${tx.now}
      where id = ${id} and status = 'pending'`)
    if (isToAnnounce(action.id)) tx.publish(bulkActionChange(action.id, action.startedById))
  },
})

/** Ends the action once no recipient is pending; recipients that another instance is processing count as pending. */
const finish = (db: Database, action: RunningAction): Promise<void> =>
  db.transaction(originOf(action), async (tx) => {
    const ended = await tx.run(sql`
      update bulk_actions set status = 'finished', finished_at = ${tx.now}, version = version + 1
      where id = ${action.id} and status = 'running'
        and not exists (select from bulk_action_items i where i.bulk_action_id = ${action.id} and i.status = 'pending')`)
    if (ended === 0) return
    const counts = await outcomesOf(tx, sql`bulk_action_items where bulk_action_id = ${action.id}`)
    tx.record(
      { action: 'bulk-action.finished', id: action.id, details: { counts } },
      bulkActionChange(action.id, action.startedById),
    )
  })
