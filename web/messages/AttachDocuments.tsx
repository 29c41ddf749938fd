import { useInfiniteQuery } from '@tanstack/react-query'
import { FileText, FolderOpen, X } from 'lucide-react'
import { useState } from 'react'
import { maxMessageDocuments } from '../../domain/message.ts'
import { formatFileSize } from '../documents/file-size.ts'
import { documentsOf } from '../documents/queries.ts'
import { Button } from '../kit/Button.tsx'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { formatDate } from '../kit/dates.ts'
import { Dialog, DialogCancel } from '../kit/Dialog.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { changeConversation, type LinkedDocument, useConversation } from './conversation.ts'
import { texts } from './words.ts'

const setDocuments = (folderId: string, documents: readonly LinkedDocument[]) =>
  changeConversation(folderId, () => ({ documents }))

type AttachDocumentsProps = { folderId: string; disabled: boolean }

/** The button that links documents of the folder to the message. */
export function AttachDocuments({ folderId, disabled }: AttachDocumentsProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button title="From this folder" disabled={disabled} onClick={() => setOpen(true)}>
        <FolderOpen />
        <span className="@max-[42rem]:sr-only">From this folder</span>
      </Button>
      {open && <ChooseDocumentsDialog folderId={folderId} onClose={() => setOpen(false)} />}
    </>
  )
}

function ChooseDocumentsDialog({ folderId, onClose }: { folderId: string; onClose: () => void }) {
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState(useConversation(folderId).documents)
  const query = useInfiniteQuery(
    documentsOf(folderId, { visibility: 'shared', ...(words.trim() === '' ? {} : { q: words.trim() }) }),
  )
  const isFull = chosen.length >= maxMessageDocuments
  const has = (id: string) => chosen.some((each) => each.id === id)
  const toggle = ({ id, name }: LinkedDocument) =>
    setChosen(has(id) ? chosen.filter((each) => each.id !== id) : [...chosen, { id, name }])
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Attach documents from this folder"
      footer={
        <>
          <p aria-live="polite" className="mr-auto text-meta text-ink-3">
            {isFull ? texts.full : chosen.length === 0 ? '' : `${chosen.length} selected`}
          </p>
          <DialogCancel />
          <Button
            variant="primary"
            onClick={() => {
              setDocuments(folderId, chosen)
              onClose()
            }}
          >
            Attach
          </Button>
        </>
      }
    >
      <SearchField label="Search documents" value={words} onChange={setWords} />
      <PagedList
        query={query}
        more="Show more documents"
        loading={<SkeletonRows label="Loading documents" />}
        empty={
          words.trim() === '' ? (
            <EmptyState title="No documents yet">Documents of this folder will appear here.</EmptyState>
          ) : (
            <EmptyState title="No matching documents">Search for another part of the name.</EmptyState>
          )
        }
      >
        {(documents) => (
          <ul aria-label="Documents" className="mt-3 divide-y divide-line">
            {documents.map(({ id, originalName, fileSize, createdAt }) => (
              <li key={id} className="py-2 wrap-anywhere">
                <CheckboxField
                  label={originalName}
                  help={`Added ${formatDate(createdAt)}, ${formatFileSize(fileSize)}`}
                  checked={has(id)}
                  disabled={isFull && !has(id)}
                  onChange={() => toggle({ id, name: originalName })}
                />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Dialog>
  )
}

/** The documents that the message being written links. */
export function LinkedDocuments({ folderId }: { folderId: string }) {
  const { documents } = useConversation(folderId)
  if (documents.length === 0) return null
  return (
    <ul
      aria-label="Documents from this folder"
      className="mt-3 max-h-40 divide-y divide-line overflow-y-auto rounded-md border border-line bg-surface"
    >
      {documents.map(({ id, name }) => (
        <li key={id} className="flex items-start gap-3 px-4 py-2 sm:px-5">
          <FileText className="mt-2 shrink-0 text-ink-3" />
          <p className="min-w-0 flex-1 self-center text-panel wrap-anywhere text-ink">{name}</p>
          <IconButton
            label={`Remove ${name} from the message`}
            onClick={() =>
              setDocuments(
                folderId,
                documents.filter((each) => each.id !== id),
              )
            }
          >
            <X />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
