import sql from 'sql-template-tag'
import { z } from 'zod'
import type { listJobTemplates as endpoint } from '../../api/job-templates.ts'
import type { Actor } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { notFound } from '../../domain/errors.ts'
import {
  allowedForTemplate,
  dueDateOf,
  type JobPreview,
  JobStep,
  JobTemplate,
  type JobTemplateView,
} from '../../domain/job-template.ts'
import type { Reader } from '../kit/db.ts'
import { containing, type Order, type Page, pageIn, Place, placeIn, toPage } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'
import { assigneesIn } from '../tasks/queries.ts'

const columns = sql`
  j.id, j.name, j.service, j.steps,
  (select person_name(creator.first_name, creator.last_name) from users creator where creator.id = j.created_by_id) as "createdByName",
  j.version, iso(j.created_at) as "createdAt", iso(j.updated_at) as "updatedAt"`

/** Earlier versions stored steps without a checklist. */
const StoredStep = JobStep.partial({ checklist: true })
const StoredTemplate = JobTemplate.extend({ steps: z.array(StoredStep) })

const viewed = (template: z.infer<typeof StoredTemplate>, actor: Actor): JobTemplateView => ({
  ...template,
  steps: template.steps.map((step) => ({ ...step, checklist: step.checklist ?? [] })),
  allowed: allowedForTemplate(actor),
})

const byName: Order = { by: sql`lower(j.name)`, type: 'text' }
const ListedTemplate = StoredTemplate.extend({ place: Place })

export async function listJobTemplates(
  reader: Reader,
  actor: Actor,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<JobTemplateView>> {
  const rows = await reader.rows(typed(ListedTemplate)`
    select ${columns}, ${placeIn(byName)} from job_templates j
    where ${query.q === undefined ? sql`true` : sql`j.name ilike ${containing(query.q)}`} ${pageIn(byName, sql`j.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map((row) => viewed(StoredTemplate.parse(row), actor)), next }
}

/** @param lock `change` until the transaction ends; `use` lets others use it, but not change it */
export async function jobTemplateFor(
  reader: Reader,
  actor: Actor,
  id: string,
  { lock }: { lock?: 'change' | 'use' } = {},
): Promise<JobTemplateView> {
  const how = lock === undefined ? sql`` : lock === 'change' ? sql`for update` : sql`for share`
  const template = await reader.maybe(
    typed(StoredTemplate)`select ${columns} from job_templates j where j.id = ${id} ${how}`,
  )
  if (template === null) throw notFound()
  return viewed(template, actor)
}

/** What starting the job would create. If the chosen person can't see the folder, the lead gets the task. */
export async function planJob(
  reader: Reader,
  folder: ClientFolder,
  template: JobTemplateView,
  startsOn: string,
): Promise<JobPreview> {
  const names = new Map((await assigneesIn(reader, folder.id)).map(({ id, name }) => [id, name]))
  return {
    templateId: template.id,
    templateVersion: template.version,
    items: template.steps.map((step) => {
      const { kind, title, assigneeId: chosen } = step
      const canSee = chosen !== null && names.has(chosen)
      const assigneeId = kind !== 'task' ? null : canSee ? chosen : folder.assignedStaffId
      return {
        kind,
        title,
        dueDate: dueDateOf(step, startsOn),
        assigneeId,
        assigneeName: assigneeId === null ? null : (names.get(assigneeId) ?? folder.assignedStaffName),
        isReassigned: kind === 'task' && chosen !== null && !canSee,
      }
    }),
  }
}
