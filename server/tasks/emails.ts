import { type Email, firm, type Recipient } from '../kit/record.ts'

/** Tells someone that a colleague assigned them a team task, or several of a started job. Never names the task. */
export const taskAssigned = (
  to: Recipient,
  tasks: readonly { id: string; title: string }[],
  clientFolderId: string | null,
): Email => {
  const [first] = tasks
  const isOne = tasks.length === 1
  return {
    to,
    subject: isOne ? `${firm} portal: a task was assigned to you` : `${firm} portal: tasks were assigned to you`,
    lines: [isOne ? 'A colleague assigned a team task to you.' : 'A colleague assigned team tasks to you.'],
    notice: isOne ? `Task assigned to you: ${first?.title ?? ''}` : `${tasks.length} tasks were assigned to you`,
    link: isOne
      ? { label: 'Open task', path: `/tasks?panel=tasks/${first?.id ?? ''}` }
      : { label: 'View tasks', path: '/tasks' },
    about: 'tasks',
    clientFolderId,
  }
}
