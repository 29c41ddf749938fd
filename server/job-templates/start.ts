// Starting a job: everything that its template lists is created in one transaction, with the same permission checks, audit
// entries, and emails as when created manually. The items are copies of the steps.
import type { Actor } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { conflict, notFoundAsInvalid } from '../../domain/errors.ts'
import type { JobInput, JobPreview, JobStep, JobTemplateView, StartedJob } from '../../domain/job-template.ts'
import { createAssignments } from '../assignments/actions.ts'
import { folderFor, openFolder } from '../client-folders/queries.ts'
import { createDocumentRequests } from '../document-requests/actions.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { insertTask } from '../tasks/actions.ts'
import { taskAssigned } from '../tasks/emails.ts'
import { assigneeFor } from '../tasks/queries.ts'
import { jobTemplateFor, planJob } from './queries.ts'

const noTemplate = notFoundAsInvalid('templateId', 'Choose a template.')

export async function previewJob(
  reader: Reader,
  actor: Actor,
  clientFolderId: string,
  { templateId, startsOn }: { templateId: string; startsOn: string },
): Promise<JobPreview> {
  const folder = await folderFor(reader, actor, clientFolderId, { part: 'work' })
  return planJob(reader, folder, await jobTemplateFor(reader, actor, templateId).catch(noTemplate), startsOn)
}

export async function startJob(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  { templateId, templateVersion, startsOn }: JobInput,
): Promise<StartedJob> {
  const folder = await openFolder(tx, actor, clientFolderId, 'work')
  const template = await jobTemplateFor(tx, actor, templateId, { lock: 'use' }).catch(noTemplate)
  if (template.version !== templateVersion)
    throw conflict('This template changed after you opened the preview. Review it, then start the job again.')
  const { items } = await planJob(tx, folder, template, startsOn)
  const steps = template.steps.map((step, index) => ({ ...step, ...(items[index] as JobPreview['items'][number]) }))
  const [requests, assignments] = (['document-request', 'assignment'] as const).map((kind) =>
    steps.filter((step) => step.kind === kind),
  ) as [typeof steps, typeof steps]
  const tasks = await createTasks(tx, actor, folder, template, items)
  if (requests.length > 0)
    await createDocumentRequests(
      tx,
      actor,
      clientFolderId,
      requests.map(({ title, details, dueDate }) => ({
        title,
        description: details,
        documentType: 'other',
        priority: 'medium' as const,
        dueDate,
      })),
    )
  if (assignments.length > 0)
    await createAssignments(
      tx,
      actor,
      clientFolderId,
      assignments.map(({ title, details, dueDate }) => ({
        title,
        description: details ?? '',
        dueDate,
        documentId: null,
        requiredAction: 'nothing' as const,
      })),
    )
  const counts = { tasks, documentRequests: requests.length, assignments: assignments.length }
  tx.record({ action: 'job-template.started', id: templateId, clientFolderId, details: { ...counts, startsOn } })
  return counts
}

/** Each assignee besides the actor is notified once. Returns the number of tasks. */
async function createTasks(
  tx: Tx,
  actor: Actor,
  folder: ClientFolder,
  { steps }: JobTemplateView,
  items: JobPreview['items'],
): Promise<number> {
  const byAssignee = new Map<string, { id: string; title: string }[]>()
  for (const [index, { kind, title, dueDate, assigneeId }] of items.entries()) {
    if (kind !== 'task') continue
    const { details: notes, checklist } = steps[index] as JobStep
    const id = await insertTask(tx, actor, folder, {
      title,
      notes,
      dueDate,
      assigneeId,
      checklist: checklist.map(({ text }) => ({ text, isDone: false })),
      recurrence: null,
    })
    if (assigneeId !== null) byAssignee.set(assigneeId, [...(byAssignee.get(assigneeId) ?? []), { id, title }])
  }
  for (const [userId, tasks] of byAssignee) {
    if (userId === actor.id) continue
    const to = await assigneeFor(tx, folder.id, userId)
    if (to !== null) tx.mail(taskAssigned(to, tasks, folder.id))
  }
  return items.filter(({ kind }) => kind === 'task').length
}
