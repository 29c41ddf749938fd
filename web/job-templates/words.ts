import type { JobStepKind, StartedJob } from '../../domain/job-template.ts'

export const stepKindLabels: Record<JobStepKind, string> = {
  task: 'Team task',
  'document-request': 'Document request',
  assignment: 'Client assignment',
}

const counted = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]

/** "2 tasks, 1 document request, and 1 assignment" */
export function startedWords({ tasks, documentRequests, assignments }: StartedJob): string {
  const parts = [
    ...counted(tasks, 'task', 'tasks'),
    ...counted(documentRequests, 'document request', 'document requests'),
    ...counted(assignments, 'assignment', 'assignments'),
  ]
  return new Intl.ListFormat('en-US', { type: 'conjunction' }).format(parts)
}

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  page: 'Define the steps of a job once, then start it in any client folder.',
  none: 'Job templates will appear here when you create one. Everyone on the team can start jobs from them.',
  edit: 'Jobs that were already started don’t change.',
  remove: 'Jobs that were already started don’t change. You can’t undo this.',
  lead: 'The consultant who leads the folder',
  start: 'Creates everything below in one step. The client is notified about document requests and assignments.',
  reassigned: 'The person chosen in the template can’t see this folder.',
  noTemplates: 'There are no job templates yet. An administrator can create one under Job templates.',
}
