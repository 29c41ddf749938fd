// The dry run of deleting a client's data, counted with the same conditions that the deletion uses.
import sql, { raw } from 'sql-template-tag'
import { z } from 'zod'
import { type ErasureLine, type ErasurePlan, retentionClasses } from '../../domain/retention.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { inDollars } from '../../domain/money.ts'
import type { Reader } from '../kit/db.ts'
import { foreignKeys } from './cascade-delete.ts'
import { holdsOf } from './queries.ts'
import { rowsOfFolder, rowsOfPerson } from './rows.ts'
import { typed } from '../kit/row-types.ts'

type DatedReader = Reader & { readonly now: Date }

const PersonNameRow = z.object({ id: z.string(), name: z.string() })

/** The client of a folder and its contacts, if they have no other folder and are therefore deleted with it. */
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
    obstacles: await erasureObstacles(reader, folder),
    warnings: await warnings(reader, folder),
  }
}

const RetentionMonthsRow = z.object({ class: z.string(), months: z.number().nullable() })

const StayingRow = z.object({
  contracts: z.number(),
  invoices: z.number(),
  payments: z.number(),
  forms: z.number(),
  auditEntries: z.number(),
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
      ? 'Your firm’s policy: retained until you set a retention period. Their content remains only in the PDF.'
      : `Your firm’s policy: retained for ${months} months after the folder was archived. Their content remains only in the PDF.`
  }
  const counted = await reader.one(typed(StayingRow)`
    select (select count(*)::int from contracts where client_folder_id = ${id} and signed_at is not null) as contracts,
      (select count(*)::int from invoices where client_folder_id = ${id} and sent_at is not null) as invoices,
      (select count(*)::int from payments where client_folder_id = ${id}) as payments,
      (select count(*)::int from hr_form_submissions
        where (client_folder_id = ${id} or client_folder_id is null and submitted_by_id = any(${people}::uuid[]))
        and created_at >= ${reader.now}::timestamptz - make_interval(months => ${formLaw.months})) as forms,
      (select count(*)::int from audit_entries where client_folder_id = ${id} or actor_id = any(${people}::uuid[])) as "auditEntries"`)
  return [
    { what: 'Signed contracts', count: counted.contracts, why: term('contracts') },
    { what: 'Invoices that were sent', count: counted.invoices, why: term('invoices') },
    { what: 'Payments', count: counted.payments, why: 'Deleted with their invoices; references are removed.' },
    { what: 'Submitted HR forms', count: counted.forms, why: formLaw.source },
    {
      what: 'Audit log entries',
      count: counted.auditEntries,
      why: 'The audit log proves what happened and can’t be changed. It contains IDs, actions, times, and network addresses. After the deletion, no name links them to the client.',
    },
  ]
}

const formLaw = retentionClasses['form-submissions'].law ?? { months: 0, source: '' }

const UnsealedRow = z.object({ unsealed: z.number() })

async function erasureObstacles(reader: Reader, folder: ClientFolder): Promise<string[]> {
  const sentences: string[] = []
  const erasure = await reader.maybe(sql`select from erasures where client_folder_id = ${folder.id}`)
  if (erasure !== null) return ['This folder’s data was already deleted, or is being deleted now.']
  for (const { reason } of await holdsOf(reader, folder.id))
    sentences.push(`This folder is on legal hold: ${reason} Release the hold first.`)
  if (folder.status !== 'archived') sentences.push('This folder isn’t archived. Archive it first.')
  const { unsealed } = await reader.one(typed(UnsealedRow)`
    select count(*)::int as unsealed from contracts c
    where c.client_folder_id = ${folder.id} and c.signed_at is not null
      and exists (select from signatures s where s.entity_id = c.id
        and not exists (select from archived_pdfs p where p.signature_id = s.id and p.kind = 'sealed'))`)
  if (unsealed > 0) sentences.push('A signed contract is still being sealed. Try again in a minute.')
  return sentences
}

const WarningCountsRow = z.object({
  open: z.number(),
  retainer: z.number(),
  taken: z.boolean(),
  merged: z.array(z.string()),
})

async function warnings(reader: Reader, folder: ClientFolder): Promise<string[]> {
  const { open, retainer, taken, merged } = await reader.one(typed(WarningCountsRow)`
    select (select count(*)::int from invoices where client_folder_id = ${folder.id} and status in ('sent', 'overdue')) as open,
      (select coalesce(sum(balance), 0)::bigint from retainers where client_folder_id = ${folder.id}) as retainer,
      exists (select from folder_exports where client_folder_id = ${folder.id} and downloaded_at is not null) as taken,
      array(select m.name from client_folders m where m.merged_into_id = ${folder.id} and m.erasure_started_at is null order by m.id) as merged`)
  return [
    ...(open > 0 ? [`${open === 1 ? 'One invoice is' : `${open} invoices are`} not paid yet.`] : []),
    ...(retainer > 0 ? [`${inDollars(retainer)} of the client’s retainer wasn’t used or refunded.`] : []),
    ...merged.map((name) => `${name} was merged into this folder. Delete its data as well.`),
    ...(taken ? [] : ['This folder hasn’t been exported. The client may need a copy.']),
    'Backups that you store elsewhere still contain this client’s data until they are replaced.',
    'Sent emails remain in other people’s mailboxes, and calendar apps keep the dates they have read.',
  ]
}

const words: Record<string, string> = {
  folder_contacts: 'Folder contacts',
  folder_members: 'Team members of the folder',
  staff_covers: 'Cover for colleagues',
  client_import_rows: 'Client import rows',
  document_imports: 'Document imports',
  document_import_rows: 'Document import rows',
  bulk_action_items: 'Bulk action recipients',
  folder_access_requests: 'Access requests',
  client_changes: 'Client changes',
  messages: 'Messages',
  bookings: 'Appointments',
  booking_hours: 'Booking hours',
  received_emails: 'Received emails',
  reply_addresses: 'Reply addresses',
  message_drafts: 'Message drafts',
  staff_notes: 'Staff-only notes',
  documents: 'Documents with their files',
  document_requests: 'Document requests',
  employees: 'Employees',
  deadlines: 'Deadlines',
  training_records: 'Training records',
  assignments: 'Assignments',
  assignment_comments: 'Comments on assignments',
  tasks: 'Team tasks',
  proposals: 'Proposals',
  onboarding_reports: 'Onboarding reports',
  handbooks: 'Employee handbooks',
  handbook_versions: 'Employee handbooks',
  employee_acknowledgments: 'Handbook acknowledgments of employees',
  contracts: 'Unsigned contracts',
  invoices: 'Unsent invoices',
  invoice_plans: 'Recurring invoices',
  invoice_plan_runs: 'Recurring invoices',
  client_prices: 'Client prices',
  books_customers: 'Customer names for accounting exports',
  closed_month_customers: 'Customer names for accounting exports',
  time_entries: 'Recorded time',
  timers: 'Running timers',
  signatures: 'Signatures on documents',
  firm_signatures: 'The firm’s signatures on contracts',
  signers: 'Signers of contracts and documents',
  emails: 'Emails in the email log',
  notifications: 'Notifications',
  folder_exports: 'Folder exports',
  legal_holds: 'Released legal holds',
  sessions: 'Sessions',
  known_browsers: 'Sessions',
  provider_sign_ins: 'Sessions',
  bot_conversations: 'Assistant conversations',
  hr_form_submissions: 'Submitted HR forms',
  hr_form_drafts: 'HR form drafts',
  own_forms: 'Forms for the folder',
  hr_policy_acknowledgments: 'Policy acknowledgments',
  one_time_links: 'One-time account links',
  second_factors: 'Two-factor authentication',
  recovery_codes: 'Two-factor authentication',
  passkeys: 'Passkeys',
  api_keys: 'API keys',
  email_preferences: 'Email preferences',
  push_subscriptions: 'Devices with notifications',
  setup_checklist_preferences: 'Getting started preferences',
  calendar_feeds: 'Calendar feeds',
  presence: 'Open pages',
  unanswered_threads: 'Open threads',
}
