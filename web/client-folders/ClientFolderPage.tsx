import { Navigate, useParams, useSearch } from '@tanstack/react-router'
import { CallError } from '../kit/call.ts'
import { EmptyState, ErrorState } from '../kit/EmptyState.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { usePageTitle } from '../kit/page-title.ts'
import { Together } from '../kit/Together.tsx'
import { useHome } from '../session/names.ts'
import { useUser } from '../session/use-auth.ts'
import { FolderActions } from './FolderActions.tsx'
import { FolderSkeleton } from './FolderSkeleton.tsx'
import { FolderView } from './FolderView.tsx'
import { useFolder } from './queries.ts'

/** The address of a folder is the same for everyone: a client who was sent the team's link sees the folder on their own home page. */
export default function ClientFolderPage() {
  const { id } = useParams({ from: '/client-folders/$id' })
  const { tab } = useSearch({ from: '/client-folders/$id' })
  if (useUser().role === 'client') return <Navigate to="/" search={{ folder: id, ...(tab && { tab }) }} replace />
  return <TeamFolder id={id} />
}

/** A client folder as the team sees it: the same folder as the client's, with what the team may do. */
function TeamFolder({ id }: { id: string }) {
  const query = useFolder(id)
  const folder = query.data
  // On phones the folder runs nearly from edge to edge.
  const body = '-mx-2 sm:mx-0'
  const head = {
    home: useHome(),
    crumbs: [{ label: 'Client folders', to: '/client-folders' } as const],
    title: 'Client folder',
  }
  if (folder !== undefined || query.isPending)
    return (
      <Together
        key={id}
        head={(isThere) => (
          <PageHeader
            {...head}
            backToDashboard={isThere}
            actions={isThere && folder && <FolderActions folder={folder} />}
          />
        )}
        loading={
          <div className={body}>
            <FolderSkeleton />
          </div>
        }
      >
        {folder && (
          <div className={body}>
            <Title name={folder.name} />
            <FolderView folder={folder} side="team" />
          </div>
        )}
      </Together>
    )
  return (
    <>
      <PageHeader {...head} />
      {isNotThere(query.error) ? (
        <EmptyState title="This folder is not here">
          It does not exist, or it is assigned to somebody else. An administrator can give it to you.
        </EmptyState>
      ) : (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
    </>
  )
}

function Title({ name }: { name: string }) {
  usePageTitle(name)
  return null
}

const isNotThere = (error: unknown) => error instanceof CallError && error.status === 404
