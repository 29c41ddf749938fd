import { useSuspenseQuery } from '@tanstack/react-query'
import { Navigate, useParams, useSearch } from '@tanstack/react-router'
import { CallError } from '../kit/call.ts'
import { type PageLoad, prefetch } from '../kit/page-load.ts'
import { Breadcrumb } from '../kit/PageHeader.tsx'
import { usePageTitle } from '../kit/page-title.ts'
import { useHome } from '../session/names.ts'
import { useUser } from '../session/use-auth.ts'
import { NotFoundPage } from '../shell/plain-pages.tsx'
import { partsOf } from './folder-parts.ts'
import { FolderView } from './FolderView.tsx'
import { folderById } from './queries.ts'

export async function load({ client, user, params: { id } }: PageLoad<'id'>) {
  if (user.role !== 'client') await prefetch(client, partsOf(await client.ensureQueryData(folderById(id))))
}

/** The address of a folder is the same for everyone: a client who was sent the team's link sees the folder on their own home page. */
export default function ClientFolderPage() {
  const { id } = useParams({ from: '/client-folders/$id' })
  const { tab } = useSearch({ from: '/client-folders/$id' })
  if (useUser().role === 'client') return <Navigate to="/" search={{ folder: id, ...(tab && { tab }) }} replace />
  return <TeamFolder id={id} />
}

/** A client folder as the team sees it: the same folder as the client's, with what the team may do. */
function TeamFolder({ id }: { id: string }) {
  const { data: folder, error } = useSuspenseQuery(folderById(id))
  const home = useHome()
  usePageTitle(folder.name)
  // The reader was removed from the folder while it was open.
  if (error instanceof CallError && error.status === 404) return <NotFoundPage />
  return (
    <>
      <Breadcrumb trail={[home, { label: 'Client folders', to: '/client-folders' }]} title={folder.name} />
      {/* On phones the folder runs nearly from edge to edge. */}
      <div className="-mx-2 sm:mx-0 sm:mt-3">
        <FolderView key={id} folder={folder} side="team" />
      </div>
    </>
  )
}
