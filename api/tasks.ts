import { z } from 'zod'
import { team } from '../domain/actor.ts'
import {
  ChecklistChange,
  TaskAssignee,
  TaskDetails,
  TaskInput,
  TaskStatus,
  TaskStatusChange,
  TaskView,
} from '../domain/task.ts'
import { CalendarDate, Id } from '../domain/text.ts'
import { change, create, list, raw, read, search } from './kit/endpoint.ts'

const filters = {
  ...search,
  clientFolderId: Id.optional(),
  /** `me` includes the unassigned tasks of the folders that the reader leads. */
  assignee: z.union([z.enum(['me', 'none']), Id], 'Choose an option from the list.').optional(),
  status: z.enum(['open', ...TaskStatus.options], 'Choose an option from the list.').optional(),
  /** A range of due dates, both ends included. */
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
  order: z
    .enum(['due', 'due-desc', 'title', 'title-desc', 'completed', 'newest'], 'Choose an option from the list.')
    .default('due'),
}

export const listTasks = list({
  path: '/api/tasks',
  who: team,
  summary:
    'Lists team tasks, earliest due date first: all for administrators; for staff, those of their folders and their own internal tasks. Open tasks of archived folders are left out unless that folder is requested. Never visible to clients.',
  of: TaskView,
  query: filters,
})

export const exportTasks = raw('GET', {
  path: '/api/tasks/csv',
  who: team,
  summary: 'Exports team tasks with their filters as CSV (RFC 4180, UTF-8).',
  query: filters,
})

export const listTaskAssignees = read({
  path: '/api/tasks/assignees',
  who: team,
  summary:
    'Returns the people to whom a task can be assigned: those who can see the folder or, without a folder, the whole team. 404 for a folder that the caller can’t see.',
  reply: z.array(TaskAssignee),
  query: { clientFolderId: Id.optional() },
})

export const readTask = read({
  path: '/api/tasks/:id',
  who: team,
  summary: 'Returns one team task with its history.',
  reply: TaskDetails,
})

export const createTask = create({
  path: '/api/tasks',
  who: team,
  summary:
    'Creates a team task for a client folder, or an internal one. Assigned to the caller by default; any other assignee is notified.',
  body: TaskInput,
  reply: TaskView,
})

export const changeTask = change('PUT', {
  path: '/api/tasks/:id',
  who: team,
  summary: 'Updates a team task. Without `assigneeId`, the assignee doesn’t change. 409 once the task is done.',
  body: TaskInput,
  reply: TaskView,
})

export const changeTaskStatus = change('PATCH', {
  path: '/api/tasks/:id/status',
  who: team,
  summary:
    'Changes the status of a team task. Completing a repeating task creates the next one, once. 409 if the task already has that status.',
  body: TaskStatusChange,
  reply: TaskView,
})

export const changeTaskChecklist = change('PATCH', {
  path: '/api/tasks/:id/checklist',
  who: team,
  summary: 'Checks or unchecks one item of a team task’s checklist. 409 once the task is done.',
  body: ChecklistChange,
  reply: TaskView,
})

export const deleteTask = change('DELETE', {
  path: '/api/tasks/:id',
  who: team,
  summary: 'Deletes a team task that the caller created and returns it; administrators can delete any task.',
  reply: TaskView,
})
