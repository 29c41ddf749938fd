import { Link } from '@tanstack/react-router'
import type { FolderAccess } from '../../domain/folder-access.ts'
import { formatDate } from '../kit/dates.ts'

/** Which folders were merged into this one, or into which one it was merged, and why. For the team. */
export function MergedFolders({ merges }: Pick<FolderAccess, 'merges'>) {
  if (merges.length === 0) return null
  return (
    <details className="mt-2 text-meta text-ink-2">
      <summary className="cursor-pointer">Merged folders</summary>
      <ul className="mt-1 space-y-2">
        {merges.map(({ clientFolderId, name, direction, reason, mergedByName, mergedAt }) => (
          <li key={clientFolderId} className="wrap-anywhere">
            {formatDate(mergedAt)}, {mergedByName ?? 'someone'}: {direction === 'from' ? 'merged from' : 'merged into'}{' '}
            <Link to="/client-folders/$id" params={{ id: clientFolderId }} className="link finger-high">
              {name}
            </Link>
            {reason !== null && `. Reason: ${reason}`}
          </li>
        ))}
      </ul>
    </details>
  )
}
