import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, startTransition, useOptimistic, useState } from 'react'
import type { TaskDetails, TaskView } from '../../domain/task.ts'
import { Button } from '../kit/Button.tsx'
import { classes } from '../kit/classes.ts'
import { formatDateTime, formatDateWithYear } from '../kit/dates.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { ErrorState } from '../kit/EmptyState.tsx'
import { useNow } from '../kit/now.ts'
import { SidePanel } from '../kit/SidePanel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Badge, StatusBadge } from '../kit/StatusBadge.tsx'
import { useCheckItem, useDeleteTask, useTaskStatus } from './actions.ts'
import { EditTaskDialog } from './EditTaskDialog.tsx'
import { taskById } from './queries.ts'
import { TaskButton } from './TaskButton.tsx'
import { assigneeOf, dueWords, historyWords, isLate, progressOf, recurrenceLabels, texts } from './words.ts'

/** One task with its checklist, its history, and what the reader may do with it. */
export function TaskPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(taskById(id))
  const [editing, setEditing] = useState(false)
  const task = query.data
  if (task !== undefined && editing) return <EditTaskDialog task={task} onClose={() => setEditing(false)} />
  return (
    <SidePanel
      title={task?.title ?? 'Task'}
      badge={<Badge>Team only</Badge>}
      onClose={onClose}
      footer={task && <Actions task={task} onEdit={() => setEditing(true)} onClose={onClose} />}
    >
      {task !== undefined ? (
        <Details task={task} />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows label="Loading the task" />
      )}
    </SidePanel>
  )
}

function Actions({ task, onEdit, onClose }: { task: TaskView; onEdit: () => void; onClose: () => void }) {
  const [deleting, setDeleting] = useState(false)
  const change = useTaskStatus()
  const remove = useDeleteTask(onClose)
  const { allowed, status } = task
  return (
    <>
      {allowed.includes('delete') && (
        <Button variant="ghost" onClick={() => setDeleting(true)}>
          Delete task
        </Button>
      )}
      {allowed.includes('edit') && <Button onClick={onEdit}>Edit task</Button>}
      {allowed.includes('change-status') && status !== 'done' && (
        <Button
          pending={change.isPending}
          onClick={() => change.mutate({ task, to: status === 'to-do' ? 'in-progress' : 'to-do' })}
        >
          {status === 'to-do' ? 'Start' : 'Move back to To do'}
        </Button>
      )}
      <TaskButton task={task} variant={status === 'done' ? 'secondary' : 'primary'} size="regular" />
      <AskDialog
        open={deleting}
        title={`Delete “${task.title}”?`}
        question={texts.remove}
        act="Delete task"
        danger
        pending={remove.isPending}
        onCancel={() => setDeleting(false)}
        onAct={() => remove.mutate(task)}
      />
    </>
  )
}

function Details({ task }: { task: TaskDetails }) {
  const now = useNow()
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <StatusBadge kind="task" status={task.status} />
        <span className={classes('text-body', isLate(task, now) ? 'font-semibold text-danger' : 'text-ink-2')}>
          {task.dueDate === null ? dueWords(task, now) : `Due ${dueWords(task, now)}`}
        </span>
      </div>
      {task.allowed.length === 0 && <p className="text-body text-ink-2">{texts.archived}</p>}
      {task.notes !== null && (
        <p dir="auto" className="max-w-[68ch] text-body wrap-anywhere own-direction whitespace-pre-wrap text-ink">
          {task.notes}
        </p>
      )}
      <Checklist task={task} />
      <dl className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2">
        <Fact label="Client folder">
          {task.clientFolderId === null ? (
            'None (internal task)'
          ) : (
            <Link
              to="/client-folders/$id"
              params={{ id: task.clientFolderId }}
              search={{ tab: 'tasks' }}
              className="link"
            >
              {task.clientFolderName}
            </Link>
          )}
        </Fact>
        <Fact label="Assignee">
          {assigneeOf(task)}
          {task.formerAssigneeName !== null && (
            <span className="block text-meta text-ink-3">{texts.former(task.formerAssigneeName)}</span>
          )}
        </Fact>
        <Fact label="Created">
          {formatDateWithYear(task.createdAt)} by {task.createdByName ?? 'the team'}
        </Fact>
        {task.recurrence !== null && <Fact label="Repeats">{recurrenceLabels[task.recurrence]}</Fact>}
        {task.completedAt !== null && (
          <Fact label="Completed">
            {formatDateTime(task.completedAt, now)} by {task.completedByName ?? 'the team'}
          </Fact>
        )}
      </dl>
      <History events={task.history} />
    </div>
  )
}

function Checklist({ task }: { task: TaskView }) {
  const check = useCheckItem(task.id)
  if (task.checklist.length === 0) return null
  return (
    <section aria-label="Checklist">
      <h3 className="flex items-baseline justify-between text-panel text-ink">
        Checklist
        <span className="tabular text-meta font-normal text-ink-3">{progressOf(task)}</span>
      </h3>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {task.checklist.map((item) => (
          <CheckItem key={item.id} item={item} mayCheck={task.allowed.includes('edit')} onCheck={check.mutateAsync} />
        ))}
      </ul>
    </section>
  )
}

type CheckItemProps = {
  item: TaskView['checklist'][number]
  mayCheck: boolean
  onCheck: (choice: { itemId: string; isDone: boolean }) => Promise<unknown>
}

function CheckItem({ item, mayCheck, onCheck }: CheckItemProps) {
  const { id, text, isDone } = item
  // Shows the choice while it is being saved, and the old one again if saving failed.
  const [shown, show] = useOptimistic(isDone)
  const save = (choice: boolean) =>
    startTransition(async () => {
      show(choice)
      // A toast says that it failed (useCheckItem).
      await onCheck({ itemId: id, isDone: choice }).catch(() => undefined)
    })
  return (
    <li>
      <label className="flex items-start gap-2.5 py-2 text-body text-ink coarse:min-h-11">
        <input
          type="checkbox"
          checked={shown}
          disabled={!mayCheck}
          onChange={({ currentTarget }) => save(currentTarget.checked)}
          className="mt-0.5 block size-4 shrink-0 accent-primary"
        />
        <span dir="auto" className={classes('min-w-0 wrap-anywhere own-direction', shown && 'text-ink-3')}>
          {text}
        </span>
      </label>
    </li>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-meta text-ink-3">{label}</dt>
    <dd className="text-body wrap-anywhere text-ink">{children}</dd>
  </div>
)

const History = ({ events }: { events: TaskDetails['history'] }) => (
  <section aria-label="History">
    <h3 className="text-panel text-ink">History</h3>
    <ol className="mt-2 divide-y divide-line border-y border-line">
      {events.map((event, index) => (
        <li
          key={`${event.at} ${event.action} ${String(index)}`}
          className="flex flex-wrap justify-between gap-x-4 py-2 text-body"
        >
          <span className="min-w-0 wrap-anywhere text-ink">
            {historyWords(event)} by {event.actorName ?? 'the portal'}
          </span>
          <span className="tabular text-meta text-ink-3">{formatDateTime(event.at)}</span>
        </li>
      ))}
    </ol>
  </section>
)
