import { useQuery } from '@tanstack/react-query'
import type { FolderAccess } from '../../domain/client-folder.ts'
import { accessTo } from '../client-folders/queries.ts'
import { formatDate } from '../kit/dates.ts'
import { ErrorState } from '../kit/EmptyState.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'

const roles: Record<FolderAccess['people'][number]['role'], string> = {
  lead: 'Consultant',
  creator: 'Created the folder (until it’s reassigned)',
  client: 'Client',
  contact: 'Contact',
}

/** Everyone who sees the whole folder; its contacts are listed with what they see. */
export function FolderMembers({ folderId }: { folderId: string }) {
  const { data, error, isPending, refetch } = useQuery(accessTo(folderId))
  if (isPending) return <Skeleton className="mt-3 h-16 w-full" />
  if (data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />
  const members = data.people.filter(({ role }) => role !== 'contact')
  return (
    <>
      <ul aria-label="See the entire folder" className="mt-2 divide-y divide-line border-b border-line">
        {members.map(({ role, name, email }) => (
          <li key={`${role} ${email}`} className="py-2">
            <p dir="auto" className="text-body font-semibold wrap-anywhere own-direction text-ink">
              {name ?? email}
            </p>
            <p className="text-meta text-ink-3">{roles[role]}</p>
          </li>
        ))}
        <li className="py-2">
          <p className="text-body font-semibold text-ink">
            {data.administrators === 1 ? '1 administrator' : `${data.administrators} administrators`}
          </p>
          <p className="text-meta text-ink-3">See every folder</p>
        </li>
      </ul>
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
    </>
  )
}
