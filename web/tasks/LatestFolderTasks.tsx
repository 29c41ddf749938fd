import { useInfiniteQuery } from '@tanstack/react-query'
import { Workflow } from 'lucide-react'
import { useState } from 'react'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import { officeDate } from '../../domain/time.ts'
import { StartJobDialog } from '../job-templates/StartJobDialog.tsx'
import { Button } from '../kit/Button.tsx'
import { EmptyLine, ErrorLine } from '../kit/EmptyState.tsx'
import { useNow } from '../kit/now.ts'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { QuickAdd } from './QuickAdd.tsx'
import { tasksFound } from './queries.ts'
import { TaskCards } from './TaskTable.tsx'

const shown = 5

/** The team's tasks for a client that are not due yet, with a field to add one. Due tasks are listed under open work. */
export function LatestFolderTasks({ folder }: { folder: ClientFolderView }) {
  const query = useInfiniteQuery(tasksFound({ clientFolderId: folder.id, status: 'open' }))
  const [starting, setStarting] = useState(false)
  const today = officeDate(useNow())
  const open = query.data?.pages[0]?.items ?? []
  const tasks = open.filter(({ dueDate }) => dueDate === null || dueDate > today).slice(0, shown)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 sm:px-5">
        <Badge>Team only</Badge>
        {folder.allowed.includes('add') && (
          <Button size="small" onClick={() => setStarting(true)}>
            <Workflow />
            Start a job
          </Button>
        )}
      </div>
      {folder.allowed.includes('add') && <QuickAdd folderId={folder.id} />}
      {query.isPending ? (
        <SkeletonRows rows={2} label="Loading tasks" />
      ) : query.data === undefined ? (
        <ErrorLine
          what="Couldn’t load the tasks."
          error={query.error}
          onRetry={() => void query.refetch()}
          className="px-4 py-3 sm:px-5"
        />
      ) : tasks.length === 0 ? (
        <EmptyLine title="No upcoming tasks">Tasks that aren’t due yet will appear here.</EmptyLine>
      ) : (
        <TaskCards tasks={tasks} label="Upcoming tasks" showsFolder={false} />
      )}
      {starting && <StartJobDialog folder={folder} onClose={() => setStarting(false)} />}
    </>
  )
}
