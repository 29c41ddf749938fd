import sql from 'sql-template-tag'
import type { SetupChecklist } from '../../domain/setup-checklist.ts'
import type { Config } from '../config.ts'
import type { Tx } from '../kit/db.ts'
import type { Session } from '../kit/session.ts'
import { unsafeUser } from '../users/queries.ts'
import { testMessage } from './emails.ts'
import { setupChecklistFor } from './queries.ts'

export async function setChecklistHidden(
  tx: Tx,
  actor: Session,
  config: Config,
  isDismissed: boolean,
): Promise<SetupChecklist> {
  await tx.run(sql`
    insert into setup_checklist_preferences (user_id, is_dismissed) values (${actor.id}, ${isDismissed})
    on conflict (user_id) do update set is_dismissed = excluded.is_dismissed`)
  tx.record(
    { action: isDismissed ? 'first-steps.set-aside' : 'first-steps.taken-back', id: null },
    { type: 'setup-checklist', id: null, userIds: [actor.id], isPrivate: true },
  )
  return setupChecklistFor(tx, actor, config)
}

/**
 * Sent like every email: email log, job, mail server. Only to the actor, so that it cannot be used to write to others.
 */
export async function sendTestMessage(tx: Tx, actor: Session): Promise<{ to: string }> {
  const user = await unsafeUser(tx, actor.id)
  tx.mail(testMessage(user))
  tx.record(
    { action: 'test-message.sent', id: null },
    { type: 'setup-checklist', id: null, userIds: [actor.id], isPrivate: true },
  )
  return { to: user.email }
}
