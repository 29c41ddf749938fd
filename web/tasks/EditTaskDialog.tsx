import { changeTask } from '../../api/tasks.ts'
import { TaskInput, type TaskView } from '../../domain/task.ts'
import { call } from '../kit/call.ts'
import { formatDate } from '../kit/dates.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useEditForm } from '../kit/save-form.ts'
import { useTasksChanged } from './actions.ts'
import { taskById } from './queries.ts'
import type { TaskFormValues } from './task-form.ts'
import { TaskFields } from './TaskFields.tsx'
import { assigneeOf, recurrenceLabels } from './words.ts'

export function EditTaskDialog({ task, onClose }: { task: TaskView; onClose: () => void }) {
  const changed = useTasksChanged()
  const form = useEditForm<TaskView, typeof TaskInput, TaskView>({
    item: task,
    read: (client) => client.fetchQuery({ ...taskById(task.id), staleTime: 0 }),
    valuesOf: formValuesOf,
    describe,
    schema: TaskInput,
    failure: 'Couldn’t save the task',
    send: (body, ifMatch) => call(changeTask, { params: { id: task.id }, body, ifMatch }),
    success: 'Task saved',
    queryKey: ['tasks'],
    onClose,
    onSaved: () => void changed(),
  })
  return (
    <FormDialog title="Edit task" form={form} submit="Save changes" submitting="Saving..." onClose={onClose}>
      <TaskFields form={form} />
    </FormDialog>
  )
}

const formValuesOf = (task: TaskView): TaskFormValues => ({
  title: task.title,
  notes: task.notes ?? '',
  clientFolderId: task.clientFolderId ?? '',
  assigneeId: task.assigneeId ?? '',
  dueDate: task.dueDate ?? '',
  recurrence: task.recurrence ?? '',
  checklist: task.checklist,
})

const describe = (after: TaskView): [keyof TaskView, string, string][] => [
  ['title', 'Title', after.title],
  ['notes', 'Notes', after.notes ?? 'None'],
  ['clientFolderId', 'Client folder', after.clientFolderName ?? 'None'],
  ['assigneeId', 'Assignee', assigneeOf(after)],
  ['dueDate', 'Due date', after.dueDate === null ? 'None' : formatDate(after.dueDate)],
  ['recurrence', 'Repeats', after.recurrence === null ? 'Never' : recurrenceLabels[after.recurrence]],
  [
    'checklist',
    'Checklist',
    after.checklist.length === 0 ? 'None' : after.checklist.map(({ text }) => text).join('; '),
  ],
]
