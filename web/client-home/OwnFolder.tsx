import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import { FolderSkeleton } from '../client-folders/FolderSkeleton.tsx'
import { folderById, ownFolders } from '../client-folders/queries.ts'
import { portalConfig } from '../kit/config.ts'
import { PagedList } from '../kit/PagedList.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SelectField } from '../kit/SelectField.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { useUser } from '../session/use-auth.ts'
import { firstFolder } from './first-folder.ts'
import { texts } from './words.ts'

/** The folder that a client looks at, their own first unless the address names another, and all that they can switch to. */
export function useOwnFolder() {
  const query = useInfiniteQuery(ownFolders)
  const userId = useUser().id
  const [chosenId, choose] = useUrlState('folder', '')
  const listed = query.data?.pages.flatMap((page) => page.items) ?? []
  // A client with many folders may be led to one that is further down the list.
  const isFurther = query.isSuccess && chosenId !== '' && listed.every(({ id }) => id !== chosenId)
  const further = useQuery({ ...folderById(chosenId), enabled: isFurther })
  const folders = isFurther && further.data !== undefined ? [...listed, further.data] : listed
  const folder = folders.find(({ id }) => id === chosenId) ?? firstFolder(folders, userId)
  return { query, folders, folder, choose, isLooking: isFurther && further.isPending }
}

type OwnFolderProps = { own: ReturnType<typeof useOwnFolder>; children: (folder: ClientFolderView) => ReactNode }

/** The four states of a client's page about one folder. */
export function OwnFolder({ own: { query, folder, isLooking }, children }: OwnFolderProps) {
  return (
    <PagedList query={query} loading={<FolderSkeleton />} more="Show more folders" empty={<NoFolder />}>
      {() => (isLooking ? <FolderSkeleton /> : folder && children(folder))}
    </PagedList>
  )
}

function NoFolder() {
  return (
    <Panel>
      <p className="text-lead text-ink-2">{texts.noFolder(portalConfig().provider.name)}</p>
    </Panel>
  )
}

type FolderSwitchProps = {
  own: ReturnType<typeof useOwnFolder>
  /** Next to the title of a page. */
  inTitle?: boolean
}

/** Shown where there are several. */
export function FolderSwitch({ own: { folders, folder, choose }, inTitle = false }: FolderSwitchProps) {
  if (folders.length < 2) return null
  return (
    <SelectField
      label="Folder"
      unseenLabel
      className={
        inTitle
          ? 'min-w-0 flex-1 basis-40'
          : 'w-72 max-w-full max-sm:w-auto max-sm:min-w-0 max-sm:flex-1 max-sm:basis-40'
      }
      choices={folders.map(({ id, name }) => ({ value: id, label: name }))}
      value={folder?.id}
      onChange={(event) => choose(event.target.value)}
    />
  )
}
