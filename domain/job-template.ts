// A job template: the steps of a recurring type of work. Starting a job in a client folder creates all of them: team tasks,
// document requests, and assignments. Later changes to the template don't affect jobs that were already started.
import { z } from 'zod'
import { type Actor, isAdministrator } from './actor.ts'
import { ServiceKey } from './service-catalog.ts'
import { ChecklistInput, ChecklistItem } from './task.ts'
import { CalendarDate, Id, Instant, versioned, optionalId, optionalText, requiredName } from './text.ts'
import { daysAfter } from './time.ts'

export const jobStepKinds = ['task', 'document-request', 'assignment'] as const
export const JobStepKind = z.enum(jobStepKinds, 'Choose a type.')
export type JobStepKind = z.infer<typeof JobStepKind>

export const maxSteps = 50

const wrongDays = 'Enter a number of days from 0 to 730.'

const StepInput = z
  .strictObject({
    kind: JobStepKind,
    title: requiredName('Enter a title.'),
    /** The notes of a task; for the client, the description. */
    details: optionalText,
    /** Days from the start; null for no due date. */
    dueInDays: z.int(wrongDays).min(0, wrongDays).max(730, wrongDays).nullable().default(null),
    /** For a task; null means the person who leads the folder. */
    assigneeId: optionalId,
    /** For a task. */
    checklist: ChecklistInput,
  })
  .refine(({ kind, details }) => kind !== 'assignment' || details !== null, {
    path: ['details'],
    message: 'Enter a description for the client.',
  })
  .refine(({ kind, assigneeId }) => kind === 'task' || assigneeId === null, {
    path: ['assigneeId'],
    message: 'Only a team task can have an assignee.',
  })
  .refine(({ kind, checklist }) => kind === 'task' || checklist.length === 0, {
    path: ['checklist'],
    message: 'Only a team task can have a checklist.',
  })

export const JobTemplateInput = z.strictObject({
  name: requiredName('Enter a name.'),
  service: z
    .union([ServiceKey, z.literal(''), z.null()])
    .default(null)
    .transform((service) => (service === '' ? null : service))
    .pipe(ServiceKey.nullable()),
  steps: z.array(StepInput, 'Add a step.').min(1, 'Add a step.').max(maxSteps, `Use at most ${maxSteps} steps.`),
})
export type JobTemplateInput = z.infer<typeof JobTemplateInput>

export const JobStep = z.object({
  kind: JobStepKind,
  title: z.string(),
  details: z.string().nullable(),
  dueInDays: z.int().nullable(),
  assigneeId: Id.nullable(),
  checklist: z.array(ChecklistItem),
})
export type JobStep = z.infer<typeof JobStep>

export const JobTemplate = z.object({
  id: Id,
  name: z.string(),
  service: ServiceKey.nullable(),
  steps: z.array(JobStep),
  createdByName: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  ...versioned,
})
export type JobTemplate = z.infer<typeof JobTemplate>

export const JobTemplateAction = z.enum(['edit', 'delete'])
export const JobTemplateView = JobTemplate.extend({ allowed: z.array(JobTemplateAction) })
export type JobTemplateView = z.infer<typeof JobTemplateView>

/** Administrators edit templates; everyone on the team uses them. */
export const allowedForTemplate = (actor: Actor): z.infer<typeof JobTemplateAction>[] =>
  isAdministrator(actor) ? ['edit', 'delete'] : []

export const JobInput = z.strictObject({
  templateId: z.uuid('Choose a template.'),
  /** The version in the preview: 409 if the template was changed since. */
  templateVersion: z.int('Open the preview again.'),
  startsOn: CalendarDate,
})
export type JobInput = z.infer<typeof JobInput>

/** What starting a job creates, in the order of the steps. */
export const JobPreview = z.object({
  templateId: Id,
  templateVersion: z.int(),
  items: z.array(
    z.object({
      kind: JobStepKind,
      title: z.string(),
      dueDate: CalendarDate.nullable(),
      /** The assignee of a task; null for the client's items. */
      assigneeId: Id.nullable(),
      assigneeName: z.string().nullable(),
      /** True if the chosen person can't see this folder, so the lead gets the task. */
      isReassigned: z.boolean(),
    }),
  ),
})
export type JobPreview = z.infer<typeof JobPreview>

/** How many items a started job created. */
export const StartedJob = z.object({ tasks: z.int(), documentRequests: z.int(), assignments: z.int() })
export type StartedJob = z.infer<typeof StartedJob>

export const dueDateOf = ({ dueInDays }: Pick<JobStep, 'dueInDays'>, startsOn: string): string | null =>
  dueInDays === null ? null : daysAfter(startsOn, dueInDays)
