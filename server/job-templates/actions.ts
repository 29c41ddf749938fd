import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { invalid } from '../../domain/errors.ts'
import type { JobStep, JobTemplateInput, JobTemplateView } from '../../domain/job-template.ts'
import { assertOffered } from '../../domain/service-catalog.ts'
import { team } from '../../domain/roles.ts'
import { currentServices } from '../firm-settings/queries.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import type { ChangeEvent } from '../kit/record.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { itemsOf } from '../tasks/actions.ts'
import { assigneesIn } from '../tasks/queries.ts'
import { jobTemplateFor } from './queries.ts'

const templateChange = (id: string): ChangeEvent => ({ type: 'job-templates', id, roles: team })

export async function createJobTemplate(tx: Tx, actor: Actor, input: JobTemplateInput): Promise<JobTemplateView> {
  await assertService(tx, input, null)
  await assertAssignees(tx, input)
  const id = newId()
  await tx.run(sql`
    insert into job_templates (id, name, service, steps, created_by_id, created_at, updated_at)
    values (${id}, ${input.name}, ${input.service}, ${stepsOf(input)}, ${actor.id}, ${tx.now}, ${tx.now})`)
  tx.record({ action: 'job-template.created', id, details: { steps: input.steps.length } }, templateChange(id))
  return jobTemplateFor(tx, actor, id)
}

export async function changeJobTemplate(
  tx: Tx,
  actor: Actor,
  id: string,
  input: JobTemplateInput,
  ifMatch: IfMatch,
): Promise<JobTemplateView> {
  const template = await jobTemplateFor(tx, actor, id, { lock: 'change' })
  assertVersion(template, ifMatch)
  await assertService(tx, input, template.service)
  await assertAssignees(tx, input)
  await tx.run(sql`
    update job_templates set name = ${input.name}, service = ${input.service}, steps = ${stepsOf(input)},
      version = version + 1, updated_at = ${tx.now}
    where id = ${id}`)
  const details = { before: { steps: template.steps.length }, after: { steps: input.steps.length } }
  tx.record({ action: 'job-template.changed', id, details }, templateChange(id))
  return jobTemplateFor(tx, actor, id)
}

export async function deleteJobTemplate(tx: Tx, actor: Actor, id: string, ifMatch: IfMatch): Promise<JobTemplateView> {
  const template = await jobTemplateFor(tx, actor, id, { lock: 'change' })
  assertVersion(template, ifMatch)
  await tx.run(sql`delete from job_templates where id = ${id}`)
  tx.record({ action: 'job-template.deleted', id }, templateChange(id))
  return { ...template, allowed: [] }
}

const stepsOf = ({ steps }: JobTemplateInput): string =>
  JSON.stringify(steps.map((step): JobStep => ({ ...step, checklist: itemsOf(step.checklist) })))

async function assertService(tx: Tx, { service }: JobTemplateInput, before: string | null) {
  if (service !== null) assertOffered(await currentServices(tx), service, 'service', before)
}

async function assertAssignees(tx: Tx, { steps }: JobTemplateInput) {
  const people = new Set((await assigneesIn(tx, null)).map(({ id }) => id))
  for (const [index, { assigneeId }] of steps.entries())
    if (assigneeId !== null && !people.has(assigneeId))
      throw invalid(`steps.${index}.assigneeId`, 'Choose someone on the team.')
}
