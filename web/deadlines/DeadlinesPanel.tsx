import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { ListPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import { addStandardDeadlines, exportDeadlines } from '../../api/deadlines.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { ExportButton } from '../kit/ExportButton.tsx'
import { PagedList, useActionsAbove } from '../kit/PagedList.tsx'
import { toast } from '../kit/toast-store.ts'
import type { DeadlineStatus } from '../../domain/deadline.ts'
import { ViewTabs } from '../kit/ViewTabs.tsx'
import { DeadlineBoard } from './DeadlineBoard.tsx'
import { NewDeadlineDialog } from './NewDeadlineDialog.tsx'
import { deadlinesOf } from './queries.ts'

/** The deadlines of a client. */
export function DeadlinesPanel({ folderId, canAdd }: { folderId: string; canAdd: boolean }) {
  const [view, setView] = useState<DeadlineStatus>('open')
  const query = useInfiniteQuery(deadlinesOf(folderId, view))
  const client = useQueryClient()
  const [adding, setAdding] = useState(false)
  const standard = useMutation({
    mutationFn: () => call(addStandardDeadlines, { params: { id: folderId } }),
    onSuccess: async ({ created }) => {
      toast.success(
        created === 0
          ? 'All standard deadlines are already added'
          : `${created} ${created === 1 ? 'deadline' : 'deadlines'} added`,
      )
      await client.invalidateQueries({ queryKey: ['deadlines'] })
    },
    onError: (error) =>
      toast({
        title: 'Couldn’t add the standard deadlines',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
  })
  const hasActionsAbove = useActionsAbove(query)
  const actions = canAdd && (
    <>
      <Button
        variant={hasActionsAbove ? 'secondary' : 'primary'}
        pending={standard.isPending}
        pendingLabel="Adding..."
        onClick={() => standard.mutate()}
      >
        <ListPlus />
        Add standard deadlines
      </Button>
      <Button onClick={() => setAdding(true)}>
        <Plus />
        New deadline
      </Button>
    </>
  )
  return (
    <>
      <div className="no-print flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2 sm:px-5">
        <ViewTabs
          label="Views of deadlines"
          className=""
          tabs={[
            { value: 'open', label: 'Open' },
            { value: 'completed', label: 'Completed' },
          ]}
          value={view}
          onChange={(chosen) => setView(chosen === 'completed' ? 'completed' : 'open')}
        />
        {hasActionsAbove && (
          <div className="flex flex-wrap justify-end gap-2">
            <ExportButton endpoint={exportDeadlines} query={{ clientFolderId: folderId }} what="deadlines" />
            {actions}
          </div>
        )}
      </div>
      <PagedList
        query={query}
        more="Show more deadlines"
        empty={
          <EmptyState
            title={view === 'completed' ? 'No completed deadlines' : 'No open deadlines'}
            action={canAdd && view === 'open' && <div className="flex flex-wrap justify-center gap-2">{actions}</div>}
          >
            {view === 'completed'
              ? 'Deadlines that were completed will appear here.'
              : canAdd
                ? 'Deadlines will appear here when you add an employee, the standard deadlines, or one of your own.'
                : 'Deadlines will appear here when they’re added.'}
          </EmptyState>
        }
      >
        {(deadlines) => <DeadlineBoard deadlines={deadlines} />}
      </PagedList>
      {adding && <NewDeadlineDialog folderId={folderId} onClose={() => setAdding(false)} />}
    </>
  )
}
