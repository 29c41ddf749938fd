import { createTask } from '../../api/tasks.ts'
import { TaskInput } from '../../domain/task.ts'
import { Button } from '../kit/Button.tsx'
import { call } from '../kit/call.ts'
import { usePortalForm } from '../kit/form.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { TextField } from '../kit/TextField.tsx'
import { toast } from '../kit/toast-store.ts'
import { useTasksChanged } from './actions.ts'

/** Type a title and press Enter: the task is assigned to the user, without a due date. */
export function QuickAdd({ folderId }: { folderId: string }) {
  const changed = useTasksChanged()
  const form = usePortalForm({
    schema: TaskInput,
    defaultValues: { title: '', clientFolderId: folderId },
    failure: 'Couldn’t create the task',
    send: (body, idempotencyKey) => call(createTask, { body, idempotencyKey }),
    onSent: async () => {
      toast.success('Task created')
      form.reset()
      await changed()
    },
  })
  return (
    <form noValidate onSubmit={form.submit} className="px-4 py-3 sm:px-5">
      <FormProblem problem={form.problem} />
      <div className="flex items-start gap-2">
        <TextField
          label="Add a task for yourself"
          unseenLabel
          placeholder="Add a task for yourself"
          className="min-w-0 flex-1"
          autoComplete="off"
          error={form.errorOf('title')}
          {...form.register('title')}
        />
        <Button type="submit" pending={form.pending} pendingLabel="Adding...">
          Add<span className="sr-only"> task</span>
        </Button>
      </div>
    </form>
  )
}
