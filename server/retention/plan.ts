// The dry run of erasing a client: counted from the same conditions that the erasure deletes by.
import sql, { raw } from 'sql-template-tag'
import { z } from 'zod'
import { type ErasureLine, type ErasurePlan, retentionClasses } from '../../domain/retention.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import type { Reader } from '../kit/db.ts'
import { foreignKeys } from './condemn.ts'
import { holdsOf } from './queries.ts'
import { rowsOfFolder, rowsOfPerson } from './rows.ts'
import { typed } from '../kit/row-types.ts'

type DatedReader = Reader & { readonly now: Date }

const PersonNameRow = z.object({ id: z.string(), name: z.string() })

/** The client of a folder and its contacts, as far as they have no other folder and so go with it. */
export const peopleOf = (reader: Reader, clientFolderId: string): Promise<{ id: string; name: string }[]> =>
  reader.rows(typed(PersonNameRow)`
    select u.id, coalesce(person_name(u.first_name, u.last_name), u.username) as name from users u
    where u.role = 'client'
      and (u.id = (select client_id from client_folders where id = ${clientFolderId})
        or u.id in (select user_id from folder_contacts where client_folder_id = ${clientFolderId}))
      and not exists (select from client_folders f where f.client_id = u.id and f.id <> ${clientFolderId})
      and not exists (select from folder_contacts c where c.user_id = u.id and c.client_folder_id <> ${clientFolderId})
    order by u.id`)

const CountRow = z.object({ count: z.number() })

export async function erasurePlan(reader: DatedReader, folder: ClientFolder): Promise<ErasurePlan> {
  const people = await peopleOf(reader, folder.id)
  const keys = await foreignKeys(reader)
  const tables = [
    ...rowsOfFolder(keys, folder.id, reader.now),
    ...people.flatMap(({ id }) => rowsOfPerson(keys, id, reader.now)),
  ]
  const counts = new Map<string, number>()
  for (const [table, where] of tables) {
    const { count } = await reader.one(typed(CountRow)`select count(*)::int as count from ${raw(table)} where ${where}`)
    const what = words[table] ?? table.replaceAll('_', ' ')
    counts.set(what, (counts.get(what) ?? 0) + count)
  }
  const goes = [...counts].map(([what, count]): ErasureLine => ({ what, count, why: null }))
  return {
    clientFolderId: folder.id,
    clientFolderName: folder.name,
    personName: people.length === 0 ? null : people.map(({ name }) => name).join(', '),
    goes: goes.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count),
    stays: (
      await staying(
        reader,
        folder,
        people.map(({ id }) => id),
      )
    ).filter(({ count }) => count > 0),
    obstacles: await obstacles(reader, folder),
    warnings: await warnings(reader, folder),
  }
}

const RetentionMonthsRow = z.object({ class: z.string(), months: z.number().nullable() })

const StayingRow = z.object({
  contracts: z.number(),
  invoices: z.number(),
  payments: z.number(),
  forms: z.number(),
  trail: z.number(),
})

async function staying(reader: DatedReader, { id }: ClientFolder, people: string[]): Promise<ErasureLine[]> {
  const rules = new Map(
    (await reader.rows(typed(RetentionMonthsRow)`select class, months from retention_rules`)).map((rule) => [
      rule.class,
      rule.months,
    ]),
  )
  const term = (named: 'contracts' | 'invoices') => {
    const months = rules.get(named) ?? null
    return months === null
      ? 'Your firm’s choice: kept until you set a time for them in the schedule. What they say stays on the paper alone.'
      : `Your firm’s choice: kept for ${months} months from the day the folder was archived. What they say stays on the paper alone.`
  }
  const counted = await reader.one(typed(StayingRow)`
    select (select count(*)::int from contracts where client_folder_id = ${id} and signed_at is not null) as contracts,
      (select count(*)::int from invoices where client_folder_id = ${id} and sent_at is not null) as invoices,
      (select count(*)::int from payments where client_folder_id = ${id}) as payments,
      (select count(*)::int from hr_form_submissions
        where (client_folder_id = ${id} or client_folder_id is null and submitted_by_id = any(${people}::uuid[]))
        and created_at >= ${reader.now}::timestamptz - make_interval(months => ${formLaw.months})) as forms,
      (select count(*)::int from audit_entries where client_folder_id = ${id} or actor_id = any(${people}::uuid[])) as trail`)
  return [
    { what: 'Signed contracts', count: counted.contracts, why: term('contracts') },
    { what: 'Invoices that were sent', count: counted.invoices, why: term('invoices') },
    { what: 'Payments', count: counted.payments, why: 'They go with their invoices; references are removed.' },
    { what: 'Submitted HR forms', count: counted.forms, why: formLaw.source },
    {
      what: 'Lines of the trail',
      count: counted.trail,
      why: 'The trail proves what happened and is only ever added to. It holds ids, actions, times and network addresses; no name leads from them to the client any more.',
    },
  ]
}

const formLaw = retentionClasses['form-submissions'].law ?? { months: 0, source: '' }

const UnsealedRow = z.object({ unsealed: z.number() })

async function obstacles(reader: Reader, folder: ClientFolder): Promise<string[]> {
  const sentences: string[] = []
  const begun = await reader.maybe(sql`select from erasures where client_folder_id = ${folder.id}`)
  if (begun !== null) return ['This folder was erased already, or is being erased now.']
  for (const { reason } of await holdsOf(reader, folder.id))
    sentences.push(`A legal hold keeps this folder: ${reason} Release it first.`)
  if (folder.status !== 'archived') sentences.push('This folder is not archived. Archive it first.')
  const { unsealed } = await reader.one(typed(UnsealedRow)`
    select count(*)::int as unsealed from contracts c
    where c.client_folder_id = ${folder.id} and c.signed_at is not null
      and exists (select from signatures s where s.entity_id = c.id)
      and not exists (select from papers p where p.entity_id = c.id and p.kind = 'sealed')`)
  if (unsealed > 0) sentences.push('A signed contract is still being sealed. Please try again in a minute.')
  return sentences
}

const WarningCountsRow = z.object({ open: z.number(), taken: z.boolean() })

async function warnings(reader: Reader, folder: ClientFolder): Promise<string[]> {
  const { open, taken } = await reader.one(typed(WarningCountsRow)`
    select (select count(*)::int from invoices where client_folder_id = ${folder.id} and status in ('sent', 'overdue')) as open,
      exists (select from folder_exports where client_folder_id = ${folder.id} and downloaded_at is not null) as taken`)
  return [
    ...(open > 0 ? [`${open === 1 ? 'One invoice is' : `${open} invoices are`} not paid yet.`] : []),
    ...(taken ? [] : ['Nobody has taken a copy of this folder along. The client may need it.']),
    'Copies of the database and the files that you keep elsewhere (backups) still hold this client until they are replaced.',
    'Letters that were sent are in other people’s mailboxes, and calendar programs keep what they read.',
  ]
}

const words: Record<string, string> = {
  folder_contacts: 'Contacts of the folder',
  folder_access_requests: 'Requests for access',
  client_changes: 'Changes of the client',
  messages: 'Messages',
  message_drafts: 'Drafts of messages',
  staff_notes: 'Notes of the team',
  documents: 'Documents with their files',
  document_requests: 'Document requests',
  assignments: 'Assignments',
  proposals: 'Proposals',
  onboarding_reports: 'Onboarding reports',
  contracts: 'Contracts never signed',
  invoices: 'Invoices never sent',
  signatures: 'Signatures on documents',
  emails: 'Letters in the outbox',
  notices: 'Notices',
  folder_exports: 'Copies of the folder',
  legal_holds: 'Released legal holds',
  sessions: 'Sessions',
  known_browsers: 'Sessions',
  bot_conversations: 'Conversations with the assistant',
  hr_form_submissions: 'Submitted HR forms',
  hr_form_drafts: 'Drafts of HR forms',
  hr_policy_acknowledgements: 'Acknowledged policies',
  one_time_links: 'Links to the account',
  second_factors: 'Second factors',
  recovery_codes: 'Second factors',
  passkeys: 'Passkeys',
  email_choices: 'Choices about e-mail',
  first_steps_choices: 'Choices about the first steps',
  calendar_feeds: 'Calendar addresses',
  presence: 'Open pages',
  waiting_threads: 'Open threads',
}
