import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Archive } from 'lucide-react'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import { formatDate } from '../kit/dates.ts'
import { folderById } from './queries.ts'

export function ArchivedBanner({ folder }: { folder: ClientFolderView }) {
  return (
    <p className="edge-forced mb-4 flex gap-2.5 rounded-md bg-mist-2 px-4 py-3 text-body text-ink">
      <Archive className="mt-0.5 shrink-0 text-ink-3" />
      <span className="min-w-0 wrap-anywhere">
        <strong className="font-semibold">This folder is archived</strong> and can only be read.
        {folder.allowed.includes('change-status') && ' To work in it again, change its status to Active.'}
        {folder.mergedAt !== null && <MergedInto intoId={folder.mergedIntoId} mergedAt={folder.mergedAt} />}
      </span>
    </p>
  )
}

/** The name of the folder that remains is for those who see that folder. */
function MergedInto({ intoId, mergedAt }: { intoId: string | null; mergedAt: string }) {
  const { data } = useQuery({ ...folderById(intoId ?? ''), enabled: intoId !== null })
  return (
    <>
      {' '}
      Merged into{' '}
      {data === undefined ? (
        'another folder'
      ) : (
        <Link to="/client-folders/$id" params={{ id: data.id }} className="link finger-high">
          {data.name}
        </Link>
      )}{' '}
      on {formatDate(mergedAt)}.
    </>
  )
}
