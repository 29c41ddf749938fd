import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import type { DocumentVisibility } from '../../domain/document.ts'
import { type DocumentFigures, DocumentListView, DocumentOrder } from '../../domain/document-list.ts'
import { Button } from '../kit/Button.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { ListFilters, useListState } from '../kit/ListFilters.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { ViewTabs } from '../kit/ViewTabs.tsx'
import { RenameSubfolder } from './MoveDocuments.tsx'
import { AddFilesButtons, AddedFiles, DropAnywhere } from './AddFiles.tsx'
import { DocumentsTable } from './DocumentsTable.tsx'
import { WithdrawnDocuments } from './WithdrawnDocuments.tsx'
import { documentFiguresOf, documentsOf } from './queries.ts'
import { useAddFiles } from './use-add-files.ts'

const names = ['documents', 'files', 'subfolder', 'tag', 'order'] as const

const orders = [
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name', label: 'Name, A to Z' },
  { value: 'name-desc', label: 'Name, Z to A' },
  { value: 'expires', label: 'Expires first' },
  { value: 'size', label: 'Largest first' },
  { value: 'size-asc', label: 'Smallest first' },
]

type DocumentsPanelProps = { folder: Pick<ClientFolderView, 'id' | 'name' | 'allowed'>; side: 'client' | 'team' }

/** The files of a folder: views, search, the table, and files dropped anywhere on the page. */
export function DocumentsPanel({ folder, side }: DocumentsPanelProps) {
  const { id } = folder
  const list = useListState(names, 'order')
  const { documents: q, files, subfolder, tag, order } = list.values
  const view = DocumentListView.options.find((each) => each === files)
  const known = DocumentOrder.options.find((each) => each === order)
  const filter = {
    ...(q === '' ? {} : { q }),
    ...(view === undefined ? {} : { view }),
    ...(subfolder === '' ? {} : { subfolder }),
    ...(tag === '' ? {} : { tag }),
    ...(known === undefined ? {} : { order: known }),
  }
  const query = useInfiniteQuery(documentsOf(id, filter))
  const figures = useQuery(documentFiguresOf(id))
  const isEmpty = figures.data?.all === 0 && !list.isFiltered
  const subfolders = choicesIn(figures.data?.subfolders)
  const tags = choicesIn(figures.data?.tags)
  const adding = useAddFiles(id, 'shared')
  const addingTeamOnly = useAddFiles(id, 'team-only')
  const addFiles = (added: File[], visibility: DocumentVisibility) =>
    (visibility === 'team-only' ? addingTeamOnly : adding).add(added)
  const canUpload = folder.allowed.includes('upload')
  // A client has Upload Files next to the list.
  const hasButton = canUpload && side === 'team'
  return (
    <>
      {!isEmpty && (
        <>
          <Views figures={figures.data} side={side} value={files} onChange={(next) => list.set('files', next)} />
          <ListFilters
            label="Search documents"
            state={list}
            words="documents"
            filters={[
              ...(subfolders.length === 0
                ? []
                : [{ name: 'subfolder' as const, label: 'Subfolder', all: 'All subfolders', choices: subfolders }]),
              ...(tags.length === 0 ? [] : [{ name: 'tag' as const, label: 'Tag', all: 'All tags', choices: tags }]),
              { name: 'order', label: 'Order', all: 'Newest first', choices: orders },
            ]}
            actions={hasButton && <AddFilesButtons onFiles={addFiles} />}
          >
            {canUpload && subfolder !== '' && (
              <RenameSubfolder folderId={id} name={subfolder} onRenamed={(name) => list.set('subfolder', name)} />
            )}
          </ListFilters>
        </>
      )}
      {canUpload && <DropAnywhere folderName={folder.name} side={side} onFiles={addFiles} />}
      <AddedFiles label="Added files" adding={adding} />
      <AddedFiles label="Added team-only files" adding={addingTeamOnly} />
      <PagedList
        query={query}
        more="Show more documents"
        loading={<SkeletonRows label="Loading documents" rowHeight="h-11" rows={8} />}
        empty={
          !list.isFiltered ? (
            <EmptyState
              title="No documents yet"
              action={hasButton && isEmpty ? <AddFilesButtons onFiles={addFiles} /> : undefined}
            >
              {side === 'team'
                ? 'Files that you or your client upload will appear here.'
                : 'Files that you or your consultant upload will appear here.'}
            </EmptyState>
          ) : (
            <EmptyState
              title="No matching documents"
              action={<Button onClick={list.clear}>Show all documents</Button>}
            />
          )
        }
      >
        {(documents) => (
          <DocumentsTable
            folderId={id}
            canMove={canUpload}
            documents={documents}
            order={order}
            onOrder={(next) => list.set('order', next)}
          />
        )}
      </PagedList>
      <WithdrawnDocuments folderId={id} />
    </>
  )
}

/** Names with the number of documents. */
const choicesIn = (names: DocumentFigures['tags'] = []) =>
  names.map(({ name, count }) => ({ value: name, label: `${name} (${count})` }))

const viewLabels: Record<DocumentListView, { team: string; client: string }> = {
  'to-sign': { team: 'To sign', client: 'To sign' },
  signed: { team: 'Signed', client: 'Signed' },
  requested: { team: 'Requested', client: 'Requested' },
  'from-client': { team: 'From the client', client: 'From you' },
  'team-only': { team: 'Team only', client: 'Team only' },
  expiring: { team: 'Expiring', client: 'Expiring' },
  'from-team': { team: 'From us', client: 'From your consultant' },
}

type ViewsProps = {
  figures: DocumentFigures | undefined
  side: 'client' | 'team'
  value: string
  onChange: (view: string) => void
}

/** A view for each part of the list that is not empty, and for the chosen one. */
function Views({ figures, side, value, onChange }: ViewsProps) {
  if (figures === undefined) return null
  const tabs = figures.views
    .filter(({ view, count }) => count > 0 || view === value)
    .map(({ view, count }) => ({ value: view, label: viewLabels[view][side], count }))
  return (
    <ViewTabs
      label="Views of documents"
      tabs={[{ value: '', label: 'All', count: figures.all }, ...tabs]}
      value={value}
      onChange={onChange}
      className="px-4 pt-3 sm:px-5"
    />
  )
}
