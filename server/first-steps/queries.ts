import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { type Facts, firstSteps, type FirstSteps, type TestMessage } from '../../domain/first-steps.ts'
import type { Config } from '../config.ts'
import type { Reader } from '../kit/db.ts'
import { hasSecondFactor } from '../second-factor/queries.ts'

export const testMessageAbout = 'test-message'

type Told = Pick<Config, 'smtpUrl' | 'publicUrl' | 'providerNotGiven' | 'demonstration'>
type Found = Pick<
  Facts,
  'isSetAside' | 'mailWasSent' | 'hasSecondFactor' | 'hasStaff' | 'hasRateCards' | 'lastBackUpAt'
>

export async function firstStepsFor(reader: Reader, actor: Actor, config: Told): Promise<FirstSteps> {
  const { smtpUrl, publicUrl, providerNotGiven, demonstration } = config
  const hasMailServer = smtpUrl !== undefined
  const [found, testMessage] = await Promise.all([
    reader.one<Found>(sql`
      select (select is_set_aside from first_steps_choices where user_id = ${actor.id}) as "isSetAside",
        ${hasMailServer} and exists (select from emails where status = 'sent') as "mailWasSent",
        ${hasSecondFactor(sql`${actor.id}::uuid`)} as "hasSecondFactor",
        exists (select from users where role = 'staff' and is_active and not is_demonstration) as "hasStaff",
        exists (select from service_rates) as "hasRateCards",
        (select value ->> 'at' from portal_facts where name = 'last-backup') as "lastBackUpAt"`),
    lastTestMessage(reader, actor),
  ])
  return firstSteps({
    ...found,
    demonstration,
    publicUrl,
    hasMailServer,
    testMessage,
    missingSettings: [...providerNotGiven],
  })
}

const lastTestMessage = (reader: Reader, actor: Actor) =>
  reader.maybe<TestMessage>(sql`
    select e."to", e.status, e.last_error as reason, iso(e.created_at) as "askedAt", iso(e.sent_at) as "sentAt"
    from emails e
    where e.to_user_id = ${actor.id} and e.client_folder_id is null and e.about = ${testMessageAbout}
    order by e.id desc limit 1`)
