import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { headCountOf } from '../../domain/audience.ts'
import { type ClientFolder, assertNotArchived } from '../../domain/client-folder.ts'
import {
  assertCanChangeDeadlineStatus,
  type DeadlineInput,
  type DeadlineStatusChange,
  type DeadlineView,
  dueForEmployee,
  isAddedFor,
  isAssigned,
  nextMonthDay,
  obligationsOf,
  repeatedAfter,
} from '../../domain/deadline.ts'
import { invalid } from '../../domain/errors.ts'
import { appliesToEmployer, statusOn } from '../../domain/law-change.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { folderFor, folderToAddTo } from '../client-folders/queries.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { rowsOf } from '../kit/rows.ts'
import { typed } from '../kit/row-types.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { bundledChanges } from '../law-changes/bundled.ts'
import { bundledObligations } from './obligations.ts'
import { deadlineFor } from './queries.ts'

interface NewDeadline {
  employeeId: string | null
  obligation: string | null
  kind: string
  title: string
  dueDate: string
  repeatMonths: number | null
}

/** Returns the new id, or null if the folder already has the same standard deadline. */
export async function insertDeadline(tx: Tx, clientFolderId: string, deadline: NewDeadline): Promise<string | null> {
  const id = newId()
  const { employeeId, obligation, kind, title, dueDate, repeatMonths } = deadline
  const count = await tx.run(sql`
    insert into deadlines (id, client_folder_id, employee_id, obligation, kind, title, due_date, repeat_months, created_at, updated_at)
    values (${id}, ${clientFolderId}, ${employeeId}, ${obligation}, ${kind}, ${title}, ${dueDate}, ${repeatMonths}, ${tx.now}, ${tx.now})
    on conflict do nothing`)
  return count === 0 ? null : id
}

export async function createDeadline(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  input: DeadlineInput,
): Promise<DeadlineView> {
  const folder = await folderToAddTo(tx, actor, clientFolderId, 'documents')
  assertNotArchived(folder)
  const { employeeId } = input
  if (employeeId !== null) {
    const employee = await tx.maybe(
      sql`select id from employees where id = ${employeeId} and client_folder_id = ${clientFolderId}`,
    )
    if (employee === null) throw invalid('employeeId', 'Choose an employee of this folder.')
  }
  const id = (await insertDeadline(tx, clientFolderId, { ...input, obligation: null })) as string
  tx.record({ action: 'deadline.created', id, clientFolderId }, { type: 'deadlines', id, clientFolderId })
  return (await deadlineFor(tx, actor, id)).deadline
}

const employerOf = (folder: ClientFolder) => ({ headCount: headCountOf(folder), sector: folder.sector })

interface EmployedPerson {
  id: string
  startDate: string
  endDate: string | null
}

/** Adds the standard deadlines of employees who have none yet, except those that count from a first day long ago. */
export async function addDeadlinesOfNewEmployees(
  tx: Tx,
  folder: ClientFolder,
  employees: readonly EmployedPerson[],
): Promise<number> {
  const today = officeDate(tx.now)
  const obligations = obligationsOf(bundledObligations(), employerOf(folder)).filter((each) => each.for === 'employee')
  const deadlines = employees.flatMap((employee) =>
    obligations.flatMap(({ slug, kind, title, due }) => {
      const dueDate = isAddedFor(due, employee.startDate, today) ? dueForEmployee(due, employee) : null
      if (dueDate === null) return []
      return [{ id: newId(), employee_id: employee.id, obligation: slug, kind, title, due_date: dueDate }]
    }),
  )
  return tx.run(sql`
    insert into deadlines (id, client_folder_id, employee_id, obligation, kind, title, due_date, created_at, updated_at)
    select r.id, ${folder.id}, r.employee_id, r.obligation, r.kind, r.title, r.due_date, ${tx.now}, ${tx.now}
    from ${rowsOf('id uuid, employee_id uuid, obligation text, kind text, title text, due_date date', deadlines)}`)
}

/** Adapts the deadlines of an employee to changed employment dates: adds new ones, and moves open ones. */
export async function changeEmployeeDeadlines(tx: Tx, folder: ClientFolder, employee: EmployedPerson): Promise<number> {
  let added = 0
  for (const { slug, kind, title, due, for: whose } of obligationsOf(bundledObligations(), employerOf(folder))) {
    if (whose !== 'employee' || isAssigned(due)) continue
    const dueDate = dueForEmployee(due, employee)
    // Deadlines that depend on a removed last day no longer apply.
    if (dueDate === null) {
      await tx.run(sql`delete from deadline_reminders where deadline_id in (
        select id from deadlines where employee_id = ${employee.id} and obligation = ${slug} and completed_on is null)`)
      await tx.run(
        sql`delete from deadlines where employee_id = ${employee.id} and obligation = ${slug} and completed_on is null`,
      )
      continue
    }
    const there = await tx.rows(
      sql`select id from deadlines where employee_id = ${employee.id} and obligation = ${slug}`,
    )
    if (there.length > 0)
      await tx.run(sql`
        update deadlines set due_date = ${dueDate}, version = version + 1, updated_at = ${tx.now}
        where employee_id = ${employee.id} and obligation = ${slug} and completed_on is null and due_date <> ${dueDate}::date`)
    else if (
      isAddedFor(due, employee.startDate, officeDate(tx.now)) &&
      (await insertDeadline(tx, folder.id, {
        employeeId: employee.id,
        obligation: slug,
        kind,
        title,
        dueDate,
        repeatMonths: null,
      })) !== null
    )
      added++
  }
  return added
}

export async function addStandardDeadlines(tx: Tx, actor: Actor, clientFolderId: string): Promise<{ created: number }> {
  const folder = await folderToAddTo(tx, actor, clientFolderId, 'documents')
  assertNotArchived(folder)
  const today = officeDate(tx.now)
  const employer = employerOf(folder)
  const ofTheYear = obligationsOf(bundledObligations(), employer).flatMap((each) =>
    'monthDay' in each.due
      ? [
          {
            obligation: each.slug,
            kind: each.kind,
            title: each.title,
            dueDate: nextMonthDay(each.due.monthDay, today),
            repeatMonths: 12,
          },
        ]
      : [],
  )
  const updates = bundledChanges()
    .filter((change) => change.precision === 'day' && change.legalStatus === 'enacted')
    .filter((change) => statusOn(change, today) === 'upcoming' && change.date <= daysAfter(today, 366))
    .filter((change) => appliesToEmployer(change, employer) !== 'no')
    .map(({ slug, task, date }) => ({
      obligation: `law-${slug}`,
      kind: 'law-update' as const,
      title: task.title,
      dueDate: date,
      repeatMonths: null,
    }))
  let created = 0
  for (const deadline of [...ofTheYear, ...updates])
    if ((await insertDeadline(tx, clientFolderId, { ...deadline, employeeId: null })) !== null) created++
  tx.record(
    { action: 'deadlines.standard-added', id: clientFolderId, clientFolderId, details: { created } },
    { type: 'deadlines', id: null, clientFolderId },
  )
  return { created }
}

export async function changeDeadlineStatus(
  tx: Tx,
  actor: Actor,
  id: string,
  change: DeadlineStatusChange,
  ifMatch: IfMatch,
): Promise<DeadlineView> {
  const { deadline, obligation } = await deadlineFor(tx, actor, id, { lock: true })
  const { clientFolderId } = deadline
  assertNotArchived(await folderFor(tx, actor, clientFolderId, { part: 'documents' }))
  assertVersion(deadline, ifMatch)
  const today = officeDate(tx.now)
  assertCanChangeDeadlineStatus(deadline, change, today)
  const completedOn = change.status === 'completed' ? (change.completedOn ?? today) : null
  await tx.run(sql`
    update deadlines set completed_on = ${completedOn}, version = version + 1, updated_at = ${tx.now} where id = ${id}`)
  const nextId =
    completedOn === null || deadline.repeatMonths === null
      ? null
      : await createNext(tx, deadline, obligation, { everyMonths: deadline.repeatMonths, after: today })
  tx.record(
    {
      action: change.status === 'completed' ? 'deadline.completed' : 'deadline.reopened',
      id,
      clientFolderId,
      details: nextId === null ? {} : { nextId },
    },
    { type: 'deadlines', id, clientFolderId },
  )
  return (await deadlineFor(tx, actor, id)).deadline
}

const LaterRow = z.object({ dueDate: z.string() })

/**
 * Creates the next occurrence of a repeating deadline, after today; those that were missed are left out. None is created
 * if there is a later one, because this one was reopened and completed again. Deadlines with the same title that are due
 * on other days, such as those of each quarter, are not its occurrences.
 */
async function createNext(
  tx: Tx,
  { clientFolderId, employeeId, kind, title, dueDate }: DeadlineView,
  obligation: string | null,
  { everyMonths, after }: { everyMonths: number; after: string },
) {
  const later = await tx.rows(typed(LaterRow)`
    select due_date as "dueDate" from deadlines
    where client_folder_id = ${clientFolderId} and title = ${title} and due_date > ${dueDate}::date
      and repeat_months = ${everyMonths} and employee_id is not distinct from ${employeeId}
      and obligation is not distinct from ${obligation}`)
  if (later.some((each) => repeatedAfter(dueDate, everyMonths, daysAfter(each.dueDate, -1)) === each.dueDate))
    return null
  const next = repeatedAfter(dueDate, everyMonths, after)
  return insertDeadline(tx, clientFolderId, {
    employeeId,
    obligation,
    kind,
    title,
    dueDate: next,
    repeatMonths: everyMonths,
  })
}
