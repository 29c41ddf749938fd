import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { TaskStatus, type TaskView } from '../../domain/task.ts'
import { Button } from '../kit/Button.tsx'
import { classes } from '../kit/classes.ts'
import { EmptyLine } from '../kit/EmptyState.tsx'
import { useNow } from '../kit/now.ts'
import { countOf, PagedList } from '../kit/PagedList.tsx'
import { Name } from '../kit/PersonName.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { statusWords } from '../kit/StatusBadge.tsx'
import { PanelLink } from '../side-panels/PanelLink.tsx'
import { useTaskStatus } from './actions.ts'
import { type TaskFilter, tasksFound } from './queries.ts'
import { TaskButton } from './TaskButton.tsx'
import { assigneeOf, dueWords, isLate, progressOf } from './words.ts'

/** The tasks by status, one column each; on a phone, the columns are stacked. */
export const TaskBoard = ({ filter }: { filter: TaskFilter }) => (
  <div className="grid grid-cols-1 divide-line max-lg:divide-y lg:grid-cols-3 lg:divide-x">
    {TaskStatus.options.map((status) => (
      <Column key={status} status={status} filter={filter} />
    ))}
  </div>
)

function Column({ status, filter }: { status: TaskStatus; filter: TaskFilter }) {
  const query = useInfiniteQuery(
    tasksFound({ ...filter, status, order: status === 'done' ? 'completed' : 'due' }, status === 'done' ? 10 : 30),
  )
  const count = countOf(query)
  const title = statusWords(status)
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="flex items-baseline justify-between bg-mist px-4 py-2 text-meta font-semibold text-ink-2">
        {title}
        {count !== undefined && <span className="tabular font-normal">{count}</span>}
      </h2>
      <PagedList
        query={query}
        more="Show more tasks"
        loading={<SkeletonRows rows={3} label={`Loading tasks: ${title}`} />}
        empty={<EmptyLine title="No tasks">{null}</EmptyLine>}
      >
        {(tasks) => (
          <ul aria-label={title} className="divide-y divide-line">
            {tasks.map((task) => (
              <Card key={task.id} task={task} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}

function Card({ task }: { task: TaskView }) {
  const now = useNow()
  const change = useTaskStatus()
  const progress = progressOf(task)
  return (
    <li className="relative px-4 py-3 transition-colors hover:bg-hover">
      <PanelLink
        item={{ noun: 'tasks', id: task.id }}
        className="stretched-link min-h-0! text-body font-semibold wrap-anywhere text-ink underline-offset-2 hover:underline"
      >
        <span dir="auto" className="own-direction">
          {task.title}
        </span>
      </PanelLink>
      <p className="text-meta wrap-anywhere text-ink-2">{task.clientFolderName ?? 'Internal'}</p>
      <p className="tabular mt-0.5 flex flex-wrap gap-x-2 text-meta text-ink-3">
        <span className={classes(isLate(task, now) && 'font-semibold text-danger')}>{dueWords(task, now)}</span>
        <Name>{assigneeOf(task)}</Name>
        {progress !== '' && <span>{progress}</span>}
      </p>
      <div className="relative z-1 mt-2 flex flex-wrap gap-2">
        {task.status === 'to-do' && task.allowed.includes('change-status') && (
          <Button size="small" pending={change.isPending} onClick={() => change.mutate({ task, to: 'in-progress' })}>
            <ArrowRight />
            Start<span className="sr-only">: {task.title}</span>
          </Button>
        )}
        <TaskButton task={task} />
      </div>
    </li>
  )
}
