import { createTask } from '../../api/tasks.ts'
import { TaskInput } from '../../domain/task.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { useUser } from '../session/use-auth.ts'
import { useTasksChanged } from './actions.ts'
import { TaskFields } from './TaskFields.tsx'

type NewTaskDialogProps = { folderId?: string; title?: string; onClose: () => void; onCreated?: () => void }

export function NewTaskDialog({ folderId = '', title = '', onClose, onCreated }: NewTaskDialogProps) {
  const { id } = useUser()
  const changed = useTasksChanged()
  const form = useSaveForm({
    schema: TaskInput,
    defaultValues: {
      title,
      notes: '',
      clientFolderId: folderId,
      assigneeId: id,
      dueDate: '',
      recurrence: '' as const,
      checklist: [],
    },
    failure: 'Couldn’t create the task',
    send: (body, idempotencyKey) => call(createTask, { body, idempotencyKey }),
    success: 'Task created',
    queryKey: ['tasks'],
    onClose,
    onSaved: () => {
      void changed()
      onCreated?.()
    },
  })
  return (
    <FormDialog title="New task" form={form} submit="Create task" submitting="Creating..." onClose={onClose}>
      <TaskFields form={form} />
    </FormDialog>
  )
}
