// Checks the accounts at each start: a demonstration has its accounts; a production portal has none of them, and has an
// administrator or a link to create one. One statement on a normal start; changes run under a lock, so that of two
// instances that start together one does the work.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { newId } from '../kit/id.ts'
import type { AppContext } from '../app-context.ts'
import type { Reader, Tx } from '../kit/db.ts'
import type { MasterKey } from '../kit/master-key.ts'
import { hashPassword } from '../passwords/hashing.ts'
import { endSessions } from '../sessions/session-store.ts'
import { StartError } from '../kit/start-error.ts'
import { isGoverned } from '../passwords/queries.ts'
import { endLinks, newLink } from '../passwords/links.ts'
import {
  demonstrationAccounts,
  demonstrationFolder,
  demonstrationAgreementTemplates,
  demonstrationJobTemplates,
  demonstrationPassword,
  demonstrationUsernames,
  publicDemonstrationPassword,
} from './demonstration.ts'
import { takeAdvisoryLock } from '../kit/advisory-lock.ts'
import { typed, IdRow } from '../kit/row-types.ts'

const Accounts = z.object({
  hasPeople: z.boolean(),
  /**
   * Users who came by the set-up link or the command line; those added by a demonstration's accounts belong to the
   * demonstration.
   */
  hasRealPeople: z.boolean(),
  isDemonstration: z.boolean(),
  demonstrationIsOpen: z.boolean(),
  /** The passwords of its accounts: 'well-known', or the fingerprint of the master key that they are derived from. */
  demonstrationPasswords: z.string().nullable(),
  isGoverned: z.boolean(),
  hasSetUpLink: z.boolean(),
  /**
   * Whether the portal has started outside a demonstration before, and has required a second factor of the team then.
   */
  hasDefaults: z.boolean(),
})
type Accounts = z.infer<typeof Accounts>

const origin = { actorId: null, address: 'start', requestId: 'prepare-accounts' }

/** @param say prints a line for the operator; the set-up link is printed there and nowhere else */
export async function prepareAccounts(
  { config, db, masterKey }: Pick<AppContext, 'config' | 'db' | 'masterKey'>,
  say: (line: string) => void,
): Promise<void> {
  const wanted = config.demonstration ? passwordsFor(config.isPublic ? await masterKey() : null) : null
  const seen = await accounts(db, db.now)
  if (wanted === null && !seen.hasDefaults) await requireSecondFactor(db)
  const plan = planFor(seen, wanted)
  if (plan === 'link-was-printed') return say(setupLinkWasPrinted)
  if (plan === 'nothing') return printPasswords(wanted, say)
  // Hashing is slow, so it is done before anything is locked.
  const hashes = plan === 'open-demonstration' && wanted !== null ? await wanted.hashes() : []
  const lines = await db.transaction(origin, async (tx) => {
    await takeAdvisoryLock(tx, 'firstAdministrator')
    const now = await accounts(tx, tx.now)
    switch (planFor(now, wanted)) {
      case 'nothing':
        return []
      case 'link-was-printed':
        return [setupLinkWasPrinted]
      case 'open-demonstration':
        await (now.hasPeople ? reopenDemonstration(tx, hashes) : createDemonstration(tx, hashes))
        await noteDemonstration(tx, wanted?.source ?? '')
        return wanted?.source === 'well-known'
          ? ['Demonstration: sign in with one of the accounts in the sign-in dialog. Do not enter real data.']
          : []
      case 'close-demonstration':
        return [await closeDemonstration(tx), ...(await linkIfUngoverned(tx, config.publicUrl))]
      case 'print-link':
        return linkIfUngoverned(tx, config.publicUrl)
    }
  })
  lines.forEach(say)
  printPasswords(wanted, say)
}

/** The passwords of a demonstration's accounts. */
interface Passwords {
  source: string
  list: { username: string; password: string }[]
  hashes: () => Promise<string[]>
}

/** @param key of a demonstration on a public address */
function passwordsFor(key: MasterKey | null): Passwords {
  const list = demonstrationUsernames.map((username) => ({
    username,
    password: key === null ? demonstrationPassword(username) : publicDemonstrationPassword(key, username),
  }))
  return {
    source: key?.fingerprint ?? 'well-known',
    list,
    hashes: () => Promise.all(list.map(({ password }) => hashPassword(password))),
  }
}

function printPasswords(wanted: Passwords | null, say: (line: string) => void) {
  if (wanted === null || wanted.source === 'well-known') return
  say('Demonstration: do not enter real data. Sign in with one of these accounts:')
  for (const { username, password } of wanted.list) say(`  ${username}  ${password}`)
}

/** Once: if an administrator turns the requirement off, the next start does not turn it on again. */
const requireSecondFactor = (db: AppContext['db']) =>
  db.transaction(origin, async (tx) => {
    const since = sql`jsonb_build_object('since', ${tx.now.toISOString()}::text)`
    const isFirst = await tx.run(sql`
      insert into portal_facts (name, value) values ('second-factor-default', ${since}) on conflict do nothing`)
    if (isFirst === 0) return
    await tx.run(sql`
      insert into portal_facts (name, value) values ('second-factor-required', ${since}) on conflict do nothing`)
    tx.record({ action: 'second-factor.required', id: null })
  })

type Plan = 'nothing' | 'open-demonstration' | 'close-demonstration' | 'print-link' | 'link-was-printed'

/**
 * A demonstration starts only in an empty database, and can be turned on again only while there is no real user:
 * turning it off means that the portal is used for real.
 */
function planFor(seen: Accounts, demonstration: Passwords | null): Plan {
  if (demonstration === null && seen.demonstrationIsOpen) return 'close-demonstration'
  if (demonstration !== null && seen.hasRealPeople) throw new StartError(hasRealPeople)
  if (demonstration !== null && !seen.hasPeople) return 'open-demonstration'
  if (demonstration !== null && seen.isDemonstration) {
    const isAsItShallBe = seen.demonstrationIsOpen && seen.demonstrationPasswords === demonstration.source
    return isAsItShallBe ? 'nothing' : 'open-demonstration'
  }
  if (seen.isGoverned) return 'nothing'
  return seen.hasSetUpLink ? 'link-was-printed' : 'print-link'
}

const hasRealPeople =
  'This database has accounts of real people, so it can’t run as a demonstration. Set NODE_ENV=production or DEMO=off, or choose an empty DATA_DIR.'

const setupLinkWasPrinted =
  'No administrator yet. The setup link was printed at an earlier start. If you no longer have it, run: npm run create-admin'

const accounts = (reader: Reader, now: Date): Promise<Accounts> =>
  reader.one(typed(Accounts)`
    select
      exists (select from users) as "hasPeople",
      exists (select from users where not is_demonstration and created_by is null) as "hasRealPeople",
      exists (select from portal_facts where name = 'demonstration') as "isDemonstration",
      exists (select from users where is_demonstration and is_active) as "demonstrationIsOpen",
      (select coalesce(value ->> 'passwords', 'well-known') from portal_facts where name = 'demonstration')
        as "demonstrationPasswords",
      ${isGoverned(now)} as "isGoverned",
      exists (select from portal_facts where name = 'second-factor-default') as "hasDefaults",
      exists (
        select from one_time_links where purpose = 'set-up' and used_at is null and expires_at > ${now}
      ) as "hasSetUpLink"`)

async function createDemonstration(tx: Tx, hashes: string[]): Promise<void> {
  const ids: Record<string, string> = {}
  for (const [i, { username, firstName, lastName, role, company }] of demonstrationAccounts.entries()) {
    const id = newId()
    ids[username] = id
    await tx.run(sql`
      insert into users (id, username, email, password, first_name, last_name, role, company, is_demonstration, created_at, updated_at)
      values (${id}, ${username}, ${`${username}@example.com`}, ${hashes[i]}, ${firstName}, ${lastName}, ${role}, ${company}, true,
        ${tx.now}, ${tx.now})`)
  }
  const folderId = newId()
  await tx.run(sql`
    insert into client_folders (id, name, client_id, assigned_staff_id, services, created_by_id, created_at, updated_at)
    values (${folderId}, ${demonstrationFolder.name}, ${ids.client}, ${ids.staff}, ${demonstrationFolder.services}, ${ids.admin},
      ${tx.now}, ${tx.now})`)
  for (const { name, service, steps } of demonstrationJobTemplates)
    await tx.run(sql`
      insert into job_templates (id, name, service, steps, created_by_id, created_at, updated_at)
      values (${newId()}, ${name}, ${service}, ${JSON.stringify(steps)}, ${ids.admin}, ${tx.now}, ${tx.now})`)
  for (const { kind, name, introduction, clauses } of demonstrationAgreementTemplates) {
    const [id, text] = [newId(), JSON.stringify(clauses)]
    await tx.run(sql`
      insert into agreement_templates (id, kind, name, introduction, clauses, current_version, created_by_id, created_at, updated_at)
      values (${id}, ${kind}, ${name}, ${introduction}, ${text}, 1, ${ids.admin}, ${tx.now}, ${tx.now})`)
    await tx.run(sql`
      insert into agreement_template_versions (id, template_id, number, name, introduction, clauses, published_by_id, published_at)
      values (${newId()}, ${id}, 1, ${name}, ${introduction}, ${text}, ${ids.admin}, ${tx.now})`)
  }
  tx.record({ action: 'demonstration.opened', id: null })
}

const noteDemonstration = (tx: Tx, passwords: string) =>
  tx.run(sql`
    insert into portal_facts as f (name, value)
    values ('demonstration', jsonb_build_object('since', ${tx.now.toISOString()}::text, 'passwords', ${passwords}::text))
    on conflict (name) do update set value = f.value || jsonb_build_object('passwords', ${passwords}::text)`)

async function reopenDemonstration(tx: Tx, hashes: string[]): Promise<void> {
  for (const [i, username] of demonstrationUsernames.entries()) {
    const account = await tx.maybe(typed(IdRow)`
      update users set is_active = true, password = ${hashes[i]}, version = version + 1, updated_at = ${tx.now}
      where username = ${username} and is_demonstration returning id`)
    if (account !== null) await endSessions(tx, account.id)
  }
  // The link printed when the demonstration was turned off is no longer needed.
  await tx.run(sql`delete from one_time_links where purpose = 'set-up' and used_at is null`)
  tx.record({ action: 'demonstration.opened', id: null })
}

async function closeDemonstration(tx: Tx): Promise<string> {
  const closed = await tx.rows(typed(IdRow)`
    update users set is_active = false, version = version + 1, updated_at = ${tx.now}
    where is_demonstration and is_active returning id`)
  for (const { id } of closed) {
    await endSessions(tx, id)
    await endLinks(tx, id)
    tx.record({ action: 'user.deactivated', id, details: { demonstration: true } })
  }
  tx.record({ action: 'demonstration.closed', id: null, details: { accounts: closed.length } })
  return 'The demonstration has ended: its accounts were disabled.'
}

async function linkIfUngoverned(tx: Tx, publicUrl: string): Promise<string[]> {
  const { isGoverned, hasSetUpLink } = await accounts(tx, tx.now)
  if (isGoverned) return []
  if (hasSetUpLink) return [setupLinkWasPrinted]
  const path = await newLink(tx, null, 'set-up')
  tx.record({ action: 'portal.set-up-link-printed', id: null })
  return [
    'No administrator yet. Create the first one with this link. It works once and expires in 7 days:',
    `  ${publicUrl}${path}`,
  ]
}
