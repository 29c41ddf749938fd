import type { TaskView } from '../../domain/task.ts'
import type { Columns } from '../kit/export.ts'

export const taskColumns: Columns<TaskView> = {
  Title: ({ title }) => title,
  Notes: ({ notes }) => notes,
  'Client folder': ({ clientFolderName }) => clientFolderName,
  Assignee: ({ assigneeName }) => assigneeName,
  Status: ({ status }) => status,
  Due: ({ dueDate }) => dueDate,
  Repeats: ({ recurrence }) => recurrence,
  Checklist: ({ checklist }) => checklist.map(({ text, isDone }) => `[${isDone ? 'x' : ' '}] ${text}`).join('; '),
  'Created by': ({ createdByName }) => createdByName,
  'Created (UTC)': ({ createdAt }) => createdAt,
  'Completed by': ({ completedByName }) => completedByName,
  'Completed (UTC)': ({ completedAt }) => completedAt,
}
