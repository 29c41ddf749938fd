import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import { FolderSkeleton } from '../client-folders/FolderSkeleton.tsx'
import { FolderView } from '../client-folders/FolderView.tsx'
import { folderById, ownFolders } from '../client-folders/queries.ts'
import { useArrival } from '../client-home/arrive.ts'
import { ClientWaiting } from '../client-home/ClientWaiting.tsx'
import { portalConfig } from '../kit/config.ts'
import { PagedList } from '../kit/PagedList.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SelectField } from '../kit/SelectField.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { fullName, roleWords, useHome } from '../session/names.ts'
import { useUser } from '../session/use-auth.ts'
import { ClientPapers } from './ClientPapers.tsx'

/** A client's home: their folder, or a switch between their folders. */
export default function ClientDashboard() {
  const user = useUser()
  const query = useInfiniteQuery(ownFolders)
  const [chosenId, setChosenId] = useUrlState('folder', '')
  const listed = query.data?.pages.flatMap((page) => page.items) ?? []
  // Whoever has many may be led to one that is further down the list.
  const isFurther = query.isSuccess && chosenId !== '' && listed.every(({ id }) => id !== chosenId)
  const further = useQuery({ ...folderById(chosenId), enabled: isFurther })
  const folders = isFurther && further.data !== undefined ? [...listed, further.data] : listed
  const shown = folders.find(({ id }) => id === chosenId) ?? folders[0]
  const isLooking = isFurther && further.isPending
  useArrival()
  const home = useHome()
  return (
    <>
      <PageHeader
        home={home}
        title="Client Dashboard"
        badge={<Badge className="sm:hidden">{roleWords[user.role]}</Badge>}
        description={
          <span className="line-clamp-2 wrap-anywhere">{shown?.name ?? user.firstName ?? fullName(user)}</span>
        }
        actions={folders.length > 1 && <FolderSwitch folders={folders} shown={shown} onChange={setChosenId} />}
        breadcrumb={false}
        backToDashboard={false}
      />
      {/* On phones the folder runs nearly from edge to edge. */}
      <div className="-mx-2 sm:mx-0">
        <PagedList query={query} loading={<FolderSkeleton />} more="Show more folders" empty={<NoFolder />}>
          {() =>
            isLooking ? (
              <FolderSkeleton />
            ) : (
              shown && (
                <>
                  <ClientWaiting severalFolders={folders.length > 1} />
                  <Fragment key={shown.id}>
                    <FolderView folder={shown} side="client" />
                    {shown.allowed.includes('see-money') && <ClientPapers folderId={shown.id} />}
                  </Fragment>
                </>
              )
            )
          }
        </PagedList>
      </div>
    </>
  )
}

function NoFolder() {
  return (
    <Panel>
      <p className="text-lead text-ink-2">
        You don&apos;t have a client folder assigned yet. Please contact {portalConfig().provider.name} staff.
      </p>
    </Panel>
  )
}

type FolderSwitchProps = {
  folders: readonly ClientFolderView[]
  shown: ClientFolderView | undefined
  onChange: (id: string) => void
}

function FolderSwitch({ folders, shown, onChange }: FolderSwitchProps) {
  return (
    <SelectField
      label="Folder"
      className="w-72 max-w-full"
      choices={folders.map(({ id, name }) => ({ value: id, label: name }))}
      value={shown?.id}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
