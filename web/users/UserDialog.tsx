import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserView } from '../../domain/user.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { ErrorState } from '../kit/EmptyState.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { EditUserDialog } from './EditUserDialog.tsx'
import { userById } from './queries.ts'
import { UserFacts } from './UserFacts.tsx'

type UserDialogProps = {
  id: string
  /** As they are in the list; read by id where the address alone opened this. */
  known: UserView | undefined
  onClose: () => void
}

/** One user: editable where the reader may edit, otherwise read-only. Changes of the list in the background do not affect it. */
export function UserDialog({ id, known, onClose }: UserDialogProps) {
  const [atOpening] = useState(known)
  const query = useQuery({ ...userById(id), enabled: atOpening === undefined })
  const user = atOpening ?? query.data
  if (user?.allowed.includes('edit') === true) return <EditUserDialog user={user} onClose={onClose} />
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="User">
      {user !== undefined ? (
        <UserFacts user={user} />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows label="Loading the user" />
      )}
    </Dialog>
  )
}
