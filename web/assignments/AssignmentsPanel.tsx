import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../kit/Button.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { useNow } from '../kit/now.ts'
import { PagedList } from '../kit/PagedList.tsx'
import { RowList } from '../kit/RowList.tsx'
import type { Side } from '../client-folders/side.ts'
import { AssignmentRow } from './AssignmentRow.tsx'
import { NewAssignmentDialog } from './NewAssignmentDialog.tsx'
import { assignmentsOf } from './queries.ts'
import { inOrder } from './words.ts'

type AssignmentsPanelProps = {
  folderId: string
  side: Side
  canAdd: boolean
  onOpen: (id: string) => void
}

/** What the client is asked to do. */
export function AssignmentsPanel({ folderId, side, canAdd, onOpen }: AssignmentsPanelProps) {
  const now = useNow()
  const query = useInfiniteQuery(assignmentsOf(folderId))
  const [adding, setAdding] = useState(false)
  return (
    <>
      {canAdd && (
        <div className="flex justify-end border-b border-line px-4 py-2 sm:px-5">
          <Button onClick={() => setAdding(true)}>
            <Plus />
            New assignment
          </Button>
        </div>
      )}
      <PagedList
        query={query}
        more="Show more assignments"
        empty={
          <EmptyState title="No assignments yet">
            {side === 'client'
              ? 'Tasks from your consultant will appear here.'
              : 'Tasks for this client will appear here.'}
          </EmptyState>
        }
      >
        {(assignments) => (
          <RowList label="Assignments">
            {inOrder(assignments).map((assignment) => (
              <AssignmentRow
                key={assignment.id}
                assignment={assignment}
                now={now}
                onOpen={() => onOpen(assignment.id)}
              />
            ))}
          </RowList>
        )}
      </PagedList>
      {adding && <NewAssignmentDialog folderId={folderId} onClose={() => setAdding(false)} />}
    </>
  )
}
