import { administrators, team } from '../domain/actor.ts'
import { JobInput, JobPreview, JobTemplateInput, JobTemplateView, StartedJob } from '../domain/job-template.ts'
import { CalendarDate, Id } from '../domain/text.ts'
import { change, create, list, read, search } from './kit/endpoint.ts'

export const listJobTemplates = list({
  path: '/api/job-templates',
  who: team,
  summary: 'Lists job templates by name.',
  of: JobTemplateView,
  query: search,
})

export const readJobTemplate = read({
  path: '/api/job-templates/:id',
  who: team,
  summary: 'Returns one job template.',
  reply: JobTemplateView,
})

export const createJobTemplate = create({
  path: '/api/job-templates',
  who: administrators,
  summary: 'Creates a job template with 1 to 50 steps. Administrators only.',
  body: JobTemplateInput,
  reply: JobTemplateView,
})

export const changeJobTemplate = change('PUT', {
  path: '/api/job-templates/:id',
  who: administrators,
  summary: 'Updates a job template. Jobs that were already started don’t change. Administrators only.',
  body: JobTemplateInput,
  reply: JobTemplateView,
})

export const deleteJobTemplate = change('DELETE', {
  path: '/api/job-templates/:id',
  who: administrators,
  summary: 'Deletes a job template and returns it. Jobs that were already started don’t change. Administrators only.',
  reply: JobTemplateView,
})

export const previewJob = read({
  path: '/api/client-folders/:id/job-preview',
  who: team,
  summary: 'Returns what starting a job in this folder on this date would create.',
  reply: JobPreview,
  query: { templateId: Id, startsOn: CalendarDate },
})

export const startJob = create({
  path: '/api/client-folders/:id/jobs',
  who: team,
  summary:
    'Starts a job: creates the tasks, document requests, and assignments of a template, all or none. 409 if the template changed after the preview.',
  body: JobInput,
  reply: StartedJob,
})
