import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { exportTasks } from '../../api/tasks.ts'
import { Id } from '../../domain/text.ts'
import { officeDate } from '../../domain/time.ts'
import { FolderPicker } from '../client-folders/FolderPicker.tsx'
import { Button } from '../kit/Button.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { ExportButton } from '../kit/ExportButton.tsx'
import { ListFilters, useListState } from '../kit/ListFilters.tsx'
import { useNow } from '../kit/now.ts'
import { PagedList } from '../kit/PagedList.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { toast } from '../kit/toast-store.ts'
import { useSearchParams } from '../kit/url-state.ts'
import { useCreateDialog } from '../kit/use-create-dialog.ts'
import { useLazyCode } from '../kit/use-lazy-code.ts'
import { ViewTabs } from '../kit/ViewTabs.tsx'
import { useHome } from '../session/names.ts'
import { useUser } from '../session/use-auth.ts'
import { mondayOf } from '../time-entries/words.ts'
import { NewTaskDialog } from './NewTaskDialog.tsx'
import { assigneesOf, type TaskFilter, tasksFound } from './queries.ts'
import { TaskTable } from './TaskTable.tsx'
import { TaskWeek } from './TaskWeek.tsx'
import { texts } from './words.ts'

const views = [
  { value: '', label: 'Mine' },
  { value: 'all', label: 'All' },
  { value: 'week', label: 'My week' },
  { value: 'board', label: 'Board' },
  { value: 'done', label: 'Done' },
] as const
type View = (typeof views)[number]['value']

const orders = ['due-desc', 'title', 'title-desc'] as const

/** The team's tasks: the reader's own, everyone's, by day, by status, and done. */
export default function TasksPage() {
  const [, change] = useSearchParams()
  const place = useListState(['view', 'from'] as const)
  const list = useListState(['q', 'who', 'folder', 'order'] as const, 'order')
  const view = views.find(({ value }) => value === place.values.view)?.value ?? ''
  const [creating, setCreating] = useCreateDialog()
  const filter = filterOf(list.values, view)
  const today = officeDate(useNow())
  const thisMonday = mondayOf(today)
  const { from } = place.values
  // The user's own tasks can't be filtered by assignee.
  const show = (next: string) =>
    change(
      { view: next || undefined, ...(next === '' || next === 'week' ? { who: undefined } : {}) },
      { replace: false },
    )
  const isNarrowed = list.values.q !== '' || list.values.folder !== '' || (view !== '' && list.values.who !== '')
  return (
    <>
      <PageHeader
        home={useHome()}
        title="Tasks"
        description={texts.page}
        actions={
          <>
            <ExportButton endpoint={exportTasks} query={filter} what="tasks" />
            <Button variant="primary" onClick={() => setCreating(true)}>
              <Plus />
              New task
            </Button>
          </>
        }
      />
      <ViewTabs label="View" tabs={views} value={view} onChange={show} />
      <Panel flush>
        {view === 'week' ? (
          <TaskWeek
            {...{ today, thisMonday }}
            monday={/^2\d{3}-\d\d-\d\d$/.test(from) ? mondayOf(from) : thisMonday}
            onWeek={(week) => place.set('from', week === thisMonday ? '' : week)}
          />
        ) : (
          <>
            <Filters list={list} showsPeople={view !== ''} />
            {view === 'board' ? <Board filter={filter} /> : <Tasks {...{ view, filter, list, isNarrowed }} />}
          </>
        )}
      </Panel>
      {creating && <NewTaskDialog folderId={list.values.folder} onClose={() => setCreating(false)} />}
    </>
  )
}

type List = ReturnType<typeof useListState<'q' | 'who' | 'folder' | 'order'>>

function filterOf({ q, who, folder, order }: List['values'], view: View): TaskFilter {
  const chosen = orders.find((each) => each === order)
  const person = who === 'me' || who === 'none' || Id.safeParse(who).success ? { assignee: who } : {}
  return {
    ...(q === '' ? {} : { q }),
    ...(Id.safeParse(folder).success ? { clientFolderId: folder } : {}),
    ...(view === '' || view === 'week' ? { assignee: 'me' } : person),
    ...(view === 'board' ? {} : { status: view === 'done' ? 'done' : 'open' }),
    ...(chosen === undefined ? { order: view === 'done' ? 'completed' : 'due' } : { order: chosen }),
  }
}

function Filters({ list, showsPeople }: { list: List; showsPeople: boolean }) {
  const { id: ownId } = useUser()
  const people = useQuery(assigneesOf('')).data ?? []
  const choices = [
    { value: 'me', label: 'Me' },
    { value: 'none', label: 'Unassigned' },
    ...people.filter(({ id }) => id !== ownId).map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <ListFilters
      label="Search tasks"
      state={list}
      words="q"
      filters={showsPeople ? [{ name: 'who', label: 'Assignee', all: 'Everyone', choices }] : []}
    >
      <FolderPicker
        label="Client folder"
        all="All clients"
        value={list.values.folder}
        className="w-full sm:w-56"
        onChoose={(chosen) => list.set('folder', chosen?.id ?? '')}
      />
    </ListFilters>
  )
}

// The board brings the code for dragging.
const loadBoard = () => import('./TaskBoard.tsx')

const boardFailed = () =>
  toast({
    title: 'Couldn’t load the board',
    description: 'Check your connection, and open the board again.',
    variant: 'destructive',
  })

function Board({ filter }: { filter: TaskFilter }) {
  const board = useLazyCode(loadBoard, true, boardFailed)
  return board === null ? <SkeletonRows label="Loading the board" /> : <board.TaskBoard filter={filter} />
}

type TasksProps = { view: View; filter: TaskFilter; list: List; isNarrowed: boolean }

const emptyTitles: Partial<Record<View, string>> = {
  '': 'No open tasks',
  all: 'No open tasks',
  done: 'No completed tasks yet',
}

function Tasks({ view, filter, list, isNarrowed }: TasksProps) {
  const query = useInfiniteQuery(tasksFound(filter))
  return (
    <PagedList
      query={query}
      more="Show more tasks"
      loading={<SkeletonRows label="Loading tasks" rowHeight="h-11" rows={8} />}
      empty={
        <EmptyState title={isNarrowed ? 'No matching tasks' : (emptyTitles[view] ?? 'No tasks yet')}>
          {isNarrowed ? 'Try a different search, assignee, or client.' : texts.none}
        </EmptyState>
      }
    >
      {(tasks) => (
        <TaskTable
          tasks={tasks}
          label="Tasks"
          order={list.values.order}
          onOrder={(order) => list.set('order', order)}
        />
      )}
    </PagedList>
  )
}
