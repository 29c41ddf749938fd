import { ListChecks, Repeat } from 'lucide-react'
import { useMemo } from 'react'
import type { TaskView } from '../../domain/task.ts'
import { classes } from '../kit/classes.ts'
import type { DataColumn } from '../kit/data-column.ts'
import { DataTable } from '../kit/DataTable.tsx'
import type { Place } from '../kit/link-target.ts'
import { useNow } from '../kit/now.ts'
import { Name } from '../kit/PersonName.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { StatusBadge } from '../kit/StatusBadge.tsx'
import { panelAddress, usePanel } from '../side-panels/panel-address.ts'
import { TaskButton } from './TaskButton.tsx'
import { assigneeOf, dueWords, isLate, progressOf } from './words.ts'

type TaskTableProps = {
  tasks: readonly TaskView[]
  label: string
  order: string
  onOrder: (order: string) => void
}

/** Open or done tasks in a table; a row opens the task in the side panel. */
export function TaskTable({ tasks, label, order, onOrder }: TaskTableProps) {
  const { item } = usePanel()
  const now = useNow()
  const columns = useMemo(() => columnsOf(now), [now])
  return (
    <DataTable
      label={label}
      rows={tasks}
      rowKey={({ id }) => id}
      title={({ title }) => title}
      page={placeOf}
      isOpen={({ id }) => item?.noun === 'tasks' && item.id === id}
      columns={columns}
      order={order}
      onOrder={onOrder}
      actionsWidth="w-28"
      actions={(task) => <TaskButton task={task} />}
      cards={(rows) => <TaskCards tasks={rows} label={label} />}
    />
  )
}

export const placeOf = ({ id }: Pick<TaskView, 'id'>): Place => ({
  to: '.',
  search: (old) => ({ ...old, panel: panelAddress({ noun: 'tasks', id }) }),
  resetScroll: false,
})

type TaskCardsProps = {
  tasks: readonly TaskView[]
  label: string
  /** Off in a folder. */
  showsFolder?: boolean
  /** Off where the status is the heading. */
  showsStatus?: boolean
}

/** Tasks as cards: on a phone, on the board, by day, and in a folder. */
export function TaskCards({ tasks, label, showsFolder = true, showsStatus = true }: TaskCardsProps) {
  const { item } = usePanel()
  const now = useNow()
  return (
    <RowList label={label}>
      {tasks.map((task) => (
        <Row
          key={task.id}
          {...placeOf(task)}
          current={item?.noun === 'tasks' && item.id === task.id}
          title={<span className="wrap-anywhere">{task.title}</span>}
          context={showsFolder ? (task.clientFolderName ?? 'Internal') : undefined}
          meta={
            <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
              <span className={classes(isLate(task, now) && 'font-semibold text-danger')}>{dueWords(task, now)}</span>
              <Name>{assigneeOf(task)}</Name>
              <Marks task={task} />
            </span>
          }
          middle={showsStatus ? <StatusBadge kind="task" status={task.status} /> : undefined}
          action={<TaskButton task={task} />}
        />
      ))}
    </RowList>
  )
}

/** Its checklist, and that it repeats. */
const Marks = ({ task }: { task: TaskView }) => (
  <>
    {task.checklist.length > 0 && (
      <span className="tabular inline-flex items-center gap-1">
        <ListChecks size={14} aria-label="Checklist" />
        {progressOf(task)}
      </span>
    )}
    {task.recurrence !== null && <Repeat size={14} aria-label="Repeats" />}
  </>
)

const columnsOf = (now: Date): DataColumn<TaskView>[] => [
  {
    id: 'title',
    header: 'Task',
    ascending: 'title',
    descending: 'title-desc',
    cell: (task) => (
      <span className="flex items-center gap-2">
        <span className="min-w-0 truncate">{task.title}</span>
        <span className="flex shrink-0 items-center gap-2 font-normal text-ink-3 empty:hidden">
          <Marks task={task} />
        </span>
      </span>
    ),
  },
  {
    id: 'client',
    header: 'Client',
    cell: ({ clientFolderName }) =>
      clientFolderName === null ? 'Internal' : <span title={clientFolderName}>{clientFolderName}</span>,
    width: 'w-44',
    hides: true,
    from: 'medium',
  },
  {
    id: 'assignee',
    header: 'Assignee',
    cell: (task) => <span title={assigneeOf(task)}>{assigneeOf(task)}</span>,
    width: 'w-36',
    hides: true,
    from: 'large',
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusBadge kind="task" status={status} />,
    width: 'w-28',
    hides: true,
    from: 'small',
  },
  {
    id: 'due',
    header: 'Due',
    ascending: '',
    descending: 'due-desc',
    cell: (task) => (
      <span className={classes(isLate(task, now) && 'font-semibold text-danger')}>{dueWords(task, now)}</span>
    ),
    width: 'w-44',
    hides: true,
  },
]
