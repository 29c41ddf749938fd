import { useQuery } from '@tanstack/react-query'
import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import type { FolderAccess } from '../../domain/folder-access.ts'
import { accessTo } from '../client-folders/queries.ts'
import { AddMemberDialog } from '../folder-members/AddMemberDialog.tsx'
import { RemoveMember } from '../folder-members/RemoveMember.tsx'
import { Button } from '../kit/Button.tsx'
import { formatDate } from '../kit/dates.ts'
import { ErrorState } from '../kit/EmptyState.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'
import { MergedFolders } from './MergedFolders.tsx'

const roles: Record<FolderAccess['people'][number]['role'], string> = {
  lead: 'Consultant',
  creator: 'Created the folder (until it’s reassigned)',
  member: 'Team member',
  cover: 'Covers for a colleague',
  client: 'Client',
  contact: 'Contact',
}

/** Everyone who sees the whole folder; its contacts are listed with what they see. */
export function FolderMembers({ folder }: { folder: ClientFolderView }) {
  const folderId = folder.id
  const [isAdding, setIsAdding] = useState(false)
  const mayManage = folder.allowed.includes('manage-team')
  const { data, error, isPending, refetch } = useQuery(accessTo(folderId))
  if (isPending) return <Skeleton className="mt-3 h-16 w-full" />
  if (data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />
  const members = data.people.filter(({ role }) => role !== 'contact')
  return (
    <>
      <h4 className="mt-3 text-meta font-semibold text-ink-2">Full access</h4>
      <ul aria-label="See the entire folder" className="mt-1 divide-y divide-line border-b border-line">
        {members.map(({ role, name, email, memberId, staffAccess, coversUntil }) => (
          <li key={`${role} ${email}`} className="flex items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p dir="auto" className="text-body font-semibold wrap-anywhere own-direction text-ink">
                {name ?? email}
              </p>
              <p className="text-meta text-ink-3">
                {roles[role]}
                {coversUntil !== null && ` through ${formatDate(coversUntil)}`}
                {staffAccess === 'assistant' && ', sees everything except money'}
              </p>
            </div>
            {mayManage && memberId !== null && <RemoveMember memberId={memberId} name={name ?? email} />}
          </li>
        ))}
        <li className="py-2">
          <p className="text-body font-semibold text-ink">
            {data.administrators === 1 ? '1 administrator' : `${data.administrators} administrators`}
          </p>
          <p className="text-meta text-ink-3">See every folder</p>
        </li>
        {data.bookkeepers > 0 && (
          <li className="py-2">
            <p className="text-body font-semibold text-ink">
              {data.bookkeepers === 1 ? '1 bookkeeper' : `${data.bookkeepers} bookkeepers`}
            </p>
            <p className="text-meta text-ink-3">Can see proposals, contracts, and invoices of every folder</p>
          </li>
        )}
      </ul>
      {mayManage && folder.status !== 'archived' && (
        <Button size="small" className="no-print mt-3" onClick={() => setIsAdding(true)}>
          <UserRoundPlus />
          Add team member
        </Button>
      )}
      {isAdding && <AddMemberDialog folderId={folderId} onClose={() => setIsAdding(false)} />}
      {data.clientChanges.length > 0 && (
        <details className="mt-2 text-meta text-ink-2">
          <summary className="cursor-pointer">Earlier clients</summary>
          <ul className="mt-1 space-y-2">
            {data.clientChanges.map(({ id, from, to, reason, changedByName, createdAt }) => (
              <li key={id} className="wrap-anywhere">
                {formatDate(createdAt)}, {changedByName ?? 'someone'}: {from} → {to ?? 'no client'}
                {reason !== null && `. Reason: ${reason}`}
              </li>
            ))}
          </ul>
        </details>
      )}
      <MergedFolders merges={data.merges} />
    </>
  )
}
