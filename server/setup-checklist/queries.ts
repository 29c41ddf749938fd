import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { Facts, setupChecklist, type SetupChecklist, TestMessage } from '../../domain/setup-checklist.ts'
import type { Config } from '../config.ts'
import type { Reader } from '../kit/db.ts'
import { hasSecondFactor } from '../second-factor/queries.ts'
import { typed } from '../kit/row-types.ts'

export const testMessageAbout = 'test-message'

type SetupConfig = Pick<Config, 'smtpUrl' | 'publicUrl' | 'providerUnknown' | 'demonstration'>
const ChecklistFacts = Facts.pick({
  isDismissed: true,
  mailWasTested: true,
  hasSecondFactor: true,
  hasStaff: true,
  hasRateCards: true,
  lastBackUpAt: true,
})
type ChecklistFacts = z.infer<typeof ChecklistFacts>

export async function setupChecklistFor(reader: Reader, actor: Actor, config: SetupConfig): Promise<SetupChecklist> {
  const { smtpUrl, publicUrl, providerUnknown, demonstration } = config
  const hasMailServer = smtpUrl !== undefined
  const [found, testMessage] = await Promise.all([
    reader.one(typed(ChecklistFacts)`
      select (select is_dismissed from setup_checklist_preferences where user_id = ${actor.id}) as "isDismissed",
        ${hasMailServer} and exists (
          select from emails where status = 'sent' and (about = ${testMessageAbout} or client_folder_id is not null)
        ) as "mailWasTested",
        ${hasSecondFactor(sql`${actor.id}::uuid`)} as "hasSecondFactor",
        exists (select from users where role = 'staff' and is_active and not is_demonstration) as "hasStaff",
        exists (select from service_rates) as "hasRateCards",
        (select value ->> 'at' from portal_facts where name = 'last-backup') as "lastBackUpAt"`),
    lastTestMessage(reader, actor),
  ])
  return setupChecklist({
    ...found,
    demonstration,
    publicUrl,
    hasMailServer,
    testMessage,
    missingSettings: [...providerUnknown],
  })
}

const lastTestMessage = (reader: Reader, actor: Actor) =>
  reader.maybe(typed(TestMessage)`
    select e."to", e.status, e.last_error as reason, iso(e.created_at) as "askedAt", iso(e.sent_at) as "sentAt"
    from emails e
    where e.to_user_id = ${actor.id} and e.client_folder_id is null and e.about = ${testMessageAbout}
    order by e.id desc limit 1`)
