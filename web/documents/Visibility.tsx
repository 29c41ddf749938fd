// Whether a document is team-only, as lists and the panel show it, and the question before that is changed.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeDocumentVisibility } from '../../api/documents.ts'
import { type DocumentView, isTeamOnly } from '../../domain/document.ts'
import { folderById } from '../client-folders/queries.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { toast } from '../kit/toast-store.ts'
import { texts } from './words.ts'

export const TeamOnlyBadge = ({ document }: { document: Pick<DocumentView, 'visibility'> }) =>
  isTeamOnly(document) ? <Badge tone="info">Team only</Badge> : null

export const canChangeVisibility = ({ allowed }: Pick<DocumentView, 'allowed'>): boolean =>
  allowed.includes('share') || allowed.includes('make-team-only')

export const visibilityAction = (document: DocumentView): string =>
  isTeamOnly(document) ? 'Share with client' : 'Make team-only'

/** In the panel: who sees the document, and the button that changes it. */
export function VisibilityLine({ document }: { document: DocumentView }) {
  const [open, setOpen] = useState(false)
  if (!canChangeVisibility(document) && !isTeamOnly(document)) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-body text-ink-2">
      <TeamOnlyBadge document={document} />
      <span>{isTeamOnly(document) ? 'The client can’t see this document' : 'Shared with the client'}</span>
      {canChangeVisibility(document) && (
        <button type="button" className="link finger-high" onClick={() => setOpen(true)}>
          {visibilityAction(document)}
        </button>
      )}
      {open && <VisibilityDialog document={document} onClose={() => setOpen(false)} />}
    </p>
  )
}

/** Names the client: what they have opened can't be made team-only again. */
export function VisibilityDialog({ document, onClose }: { document: DocumentView; onClose: () => void }) {
  const client = useQueryClient()
  const folder = useQuery(folderById(document.clientFolderId)).data
  // As it was when the question was opened.
  const [{ id, version, originalName, subfolder, visibility }] = useState(document)
  const isSharing = isTeamOnly({ visibility })
  const change = useMutation({
    mutationFn: () =>
      call(changeDocumentVisibility, {
        params: { id },
        body: { visibility: isSharing ? 'shared' : 'team-only' },
        ifMatch: version,
      }),
    onSuccess: () => toast.success(isSharing ? 'Document shared' : 'Document is team-only'),
    onError: (error) =>
      toast({
        title: isSharing ? 'Couldn’t share the document' : 'Couldn’t make the document team-only',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: () => {
      onClose()
      return client.invalidateQueries({ queryKey: ['documents'] })
    },
  })
  if (folder === undefined) return null
  const name = folder.clientName ?? folder.clientEmail ?? folder.name
  return (
    <AskDialog
      open
      title={isSharing ? `Share this document with ${name}?` : 'Make this document team-only?'}
      question={
        <>
          <p className="mb-2 font-semibold wrap-anywhere text-ink">{originalName}</p>
          <p>{isSharing ? texts.share(folder.clientId === null ? null : name, subfolder) : texts.makeTeamOnly(name)}</p>
        </>
      }
      act={isSharing ? 'Share document' : 'Make team-only'}
      pending={change.isPending}
      onCancel={onClose}
      onAct={() => change.mutate()}
    />
  )
}
