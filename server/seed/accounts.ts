// What the portal sees to at each start: a demonstration has its accounts, a portal in earnest has none of them and an
// administrator, or a link to make one. One statement on a normal start; changes happen under a lock, so that of two instances
// that start at once one does the work and the other finds it done.
import sql from 'sql-template-tag'
import { newId } from '../kit/id.ts'
import type { Parts } from '../kit/parts.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { hashPassword } from '../kit/passwords.ts'
import { endSessions } from '../kit/session.ts'
import { settingUp } from '../passwords/actions.ts'
import { isGoverned } from '../passwords/queries.ts'
import { endLinks, newLink } from '../passwords/links.ts'
import { demonstrationAccounts, demonstrationFolder, demonstrationPassword } from './demonstration.ts'

interface Accounts {
  hasPeople: boolean
  /** People besides those of a demonstration. */
  hasRealPeople: boolean
  isDemonstration: boolean
  demonstrationIsOpen: boolean
  isGoverned: boolean
  hasSetUpLink: boolean
}

const origin = { actorId: null, address: 'start', requestId: 'prepare-accounts' }

/** @param say prints a line for whoever started the portal; the set-up link is said there and nowhere else */
export async function prepareAccounts(
  { config, db }: Pick<Parts, 'config' | 'db'>,
  say: (line: string) => void,
): Promise<void> {
  const seen = await accounts(db, db.now)
  const plan = planFor(seen, config.demonstration)
  if (plan === 'nothing') return
  if (plan === 'link-was-printed') return say(linkWasPrinted)
  // Hashing takes its time, so it is done before anything is locked.
  const hashes = plan === 'open-demonstration' ? await passwordHashes() : []
  const lines = await db.transaction(origin, async (tx) => {
    await settingUp(tx)
    const now = await accounts(tx, tx.now)
    switch (planFor(now, config.demonstration)) {
      case 'nothing':
        return []
      case 'link-was-printed':
        return [linkWasPrinted]
      case 'open-demonstration':
        await (now.hasPeople ? reopenDemonstration(tx, hashes) : createDemonstration(tx, hashes))
        return ['This is a demonstration: the sign-in dialog shows its accounts.']
      case 'close-demonstration':
        return [await closeDemonstration(tx), ...(await linkIfUngoverned(tx, config.publicUrl))]
      case 'print-link':
        return linkIfUngoverned(tx, config.publicUrl)
    }
  })
  lines.forEach(say)
}

type Plan = 'nothing' | 'open-demonstration' | 'close-demonstration' | 'print-link' | 'link-was-printed'

/**
 * A demonstration begins in an empty database only, and comes back only while nobody real has come: whoever switched it off
 * has begun to use the portal in earnest.
 */
function planFor(seen: Accounts, demonstration: boolean): Plan {
  if (!demonstration && seen.demonstrationIsOpen) return 'close-demonstration'
  if (demonstration && !seen.hasPeople) return 'open-demonstration'
  if (demonstration && seen.isDemonstration && !seen.demonstrationIsOpen && !seen.hasRealPeople)
    return 'open-demonstration'
  if (seen.isGoverned) return 'nothing'
  return seen.hasSetUpLink ? 'link-was-printed' : 'print-link'
}

const linkWasPrinted =
  'There is no administrator yet. The set-up link was printed at an earlier start; if it is lost: npm run create-admin'

const accounts = (reader: Reader, now: Date): Promise<Accounts> =>
  reader.one<Accounts>(sql`
    select
      exists (select from users) as "hasPeople",
      exists (select from users where not is_demonstration) as "hasRealPeople",
      exists (select from portal_facts where name = 'demonstration') as "isDemonstration",
      exists (select from users where is_demonstration and is_active) as "demonstrationIsOpen",
      ${isGoverned(now)} as "isGoverned",
      exists (
        select from one_time_links where purpose = 'set-up' and used_at is null and expires_at > ${now}
      ) as "hasSetUpLink"`)

const passwordHashes = () =>
  Promise.all(demonstrationAccounts.map(({ username }) => hashPassword(demonstrationPassword(username))))

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
  await tx.run(sql`
    insert into portal_facts (name, value) values ('demonstration', jsonb_build_object('since', ${tx.now.toISOString()}::text))
    on conflict (name) do nothing`)
  tx.record({ action: 'demonstration.opened', type: 'portal', id: null })
}

async function reopenDemonstration(tx: Tx, hashes: string[]): Promise<void> {
  for (const [i, { username }] of demonstrationAccounts.entries())
    await tx.run(sql`
      update users set is_active = true, password = ${hashes[i]}, version = version + 1, updated_at = ${tx.now}
      where username = ${username} and is_demonstration`)
  // Nobody needs the link any more that was printed when the demonstration was switched off.
  await tx.run(sql`delete from one_time_links where purpose = 'set-up' and used_at is null`)
  tx.record({ action: 'demonstration.opened', type: 'portal', id: null })
}

async function closeDemonstration(tx: Tx): Promise<string> {
  const closed = await tx.rows<{ id: string }>(sql`
    update users set is_active = false, version = version + 1, updated_at = ${tx.now}
    where is_demonstration and is_active returning id`)
  for (const { id } of closed) {
    await endSessions(tx, id)
    await endLinks(tx, id)
    tx.record({ action: 'user.deactivated', type: 'users', id, details: { demonstration: true } })
  }
  tx.record({ action: 'demonstration.closed', type: 'portal', id: null, details: { accounts: closed.length } })
  return 'The demonstration accounts of this database were disabled.'
}

async function linkIfUngoverned(tx: Tx, publicUrl: string): Promise<string[]> {
  const { isGoverned, hasSetUpLink } = await accounts(tx, tx.now)
  if (isGoverned) return []
  if (hasSetUpLink) return [linkWasPrinted]
  const path = await newLink(tx, null, 'set-up')
  tx.record({ action: 'portal.set-up-link-printed', type: 'portal', id: null })
  return [
    'There is no administrator yet. This link makes the first one; it works once, for seven days:',
    `  ${publicUrl}${path}`,
  ]
}
