import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus, Workflow } from 'lucide-react'
import { useState } from 'react'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import { StartJobDialog } from '../job-templates/StartJobDialog.tsx'
import { Button } from '../kit/Button.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { NewTaskDialog } from './NewTaskDialog.tsx'
import { QuickAdd } from './QuickAdd.tsx'
import { tasksFound } from './queries.ts'
import { TaskCards } from './TaskTable.tsx'
import { texts } from './words.ts'

/** The team's tasks for a client, with a field to add one. Only the team has this tab. */
export function FolderTasks({ folder }: { folder: ClientFolderView }) {
  const query = useInfiniteQuery(tasksFound({ clientFolderId: folder.id, status: 'open' }))
  const done = useInfiniteQuery(tasksFound({ clientFolderId: folder.id, status: 'done', order: 'completed' }, 10))
  const [open, setOpen] = useState<'task' | 'job' | null>(null)
  const close = () => setOpen(null)
  const mayAdd = folder.allowed.includes('add')
  const hasDone = (done.data?.pages[0]?.items.length ?? 0) > 0
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line px-4 py-2 sm:px-5">
        <Badge>Team only</Badge>
        {mayAdd && (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setOpen('job')}>
              <Workflow />
              Start a job
            </Button>
            <Button onClick={() => setOpen('task')}>
              <Plus />
              New task
            </Button>
          </div>
        )}
      </div>
      {mayAdd && (
        <div className="border-b border-line">
          <QuickAdd folderId={folder.id} />
        </div>
      )}
      <PagedList
        query={query}
        more="Show more tasks"
        empty={<EmptyState title="No open tasks">{texts.noneInFolder}</EmptyState>}
      >
        {(tasks) => <TaskCards tasks={tasks} label="Open tasks" showsFolder={false} />}
      </PagedList>
      {hasDone && (
        <section aria-label="Done tasks" className="border-t border-line">
          <h3 className="bg-mist px-4 py-2 text-meta font-semibold text-ink-2 sm:px-5">Done</h3>
          <PagedList query={done} more="Show earlier tasks" empty={null}>
            {(tasks) => <TaskCards tasks={tasks} label="Done tasks" showsFolder={false} />}
          </PagedList>
        </section>
      )}
      {open === 'task' && <NewTaskDialog folderId={folder.id} onClose={close} />}
      {open === 'job' && <StartJobDialog folder={folder} onClose={close} />}
    </>
  )
}
