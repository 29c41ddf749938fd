import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus, Send } from 'lucide-react'
import { useState } from 'react'
import { sendHandbook } from '../../api/handbooks.ts'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import type { HandbookView } from '../../domain/handbook.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { DownloadLink } from '../kit/DownloadLink.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { signedIn, useSignInAgain } from '../kit/sign-in-again.ts'
import { toast } from '../kit/toast-store.ts'
import { EditHandbookDialog, NewHandbookDialog } from './HandbookDialog.tsx'
import { handbooksOf } from './queries.ts'
import { address, Versions } from './Versions.tsx'
import { texts } from './words.ts'

/** A folder's employee handbook, on its page for the team. */
export function HandbookPanel({ folder }: { folder: ClientFolderView }) {
  const query = useInfiniteQuery(handbooksOf(folder.id))
  const [creating, setCreating] = useState(false)
  return (
    <>
      <PagedList
        query={query}
        more="Show more"
        empty={
          <EmptyState
            title="No handbook yet"
            action={
              folder.allowed.includes('add') && (
                <Button variant="primary" onClick={() => setCreating(true)}>
                  <Plus />
                  New handbook
                </Button>
              )
            }
          >
            Assemble it from model policies and your own, and send it to the client for acknowledgment.
          </EmptyState>
        }
      >
        {(handbooks) => handbooks.map((handbook) => <HandbookSheet key={handbook.id} handbook={handbook} />)}
      </PagedList>
      {creating && <NewHandbookDialog folder={folder} onClose={() => setCreating(false)} />}
    </>
  )
}

function HandbookSheet({ handbook }: { handbook: HandbookView }) {
  const { title, titles, openFields, versions, allowed } = handbook
  const [open, setOpen] = useState<'edit' | 'send' | null>(null)
  const close = () => setOpen(null)
  const send = useSend(handbook, close)
  return (
    <div className="px-4 py-4 sm:px-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h3 className="min-w-0 font-display text-subtitle wrap-anywhere text-ink">{title}</h3>
        <div className="flex flex-wrap gap-2">
          {allowed.includes('download-draft') && (
            <>
              <DownloadLink address={address(handbook, 'pdf')} of="of the draft">
                <span className="max-sm:sr-only">Download</span> PDF
              </DownloadLink>
              <DownloadLink address={address(handbook, 'docx')} of="of the draft">
                <span className="max-sm:sr-only">Download</span> Word
              </DownloadLink>
            </>
          )}
          {allowed.includes('edit') && <Button onClick={() => setOpen('edit')}>Edit handbook</Button>}
          {allowed.includes('send') && (
            <Button variant="primary" className="max-sm:order-first max-sm:w-full" onClick={() => setOpen('send')}>
              <Send />
              Send for acknowledgment
            </Button>
          )}
        </div>
      </div>
      {openFields.length > 0 && (
        <p className="mt-3 rounded-lg bg-warn-soft px-4 py-3 text-body text-warn">
          Fill in before you send it: {openFields.join(', ')}.
        </p>
      )}
      <h4 className="mt-5 text-panel text-ink">Policies</h4>
      {titles.length === 0 && <p className="mt-1 text-body text-ink-2">{texts.noPolicies}</p>}
      <ol className="mt-1.5 list-inside list-decimal space-y-1 text-body text-ink">
        {titles.map((each, index) => (
          <li key={index} className={each === null ? 'text-danger' : undefined}>
            {each ?? 'A policy that is no longer in use'}
          </li>
        ))}
      </ol>
      <h4 className="mt-6 text-panel text-ink">Sent versions</h4>
      {versions.length === 0 ? (
        <p className="mt-1 text-body text-ink-2">{texts.noVersions}</p>
      ) : (
        <Versions handbook={handbook} isClient={false} />
      )}
      {open === 'edit' && <EditHandbookDialog handbook={handbook} onClose={close} />}
      <AskDialog
        open={open === 'send'}
        title={`Send version ${(versions[0]?.number ?? 0) + 1} of “${title}”?`}
        question={texts.send}
        act="Send handbook"
        pending={send.isPending}
        onCancel={close}
        onAct={() => send.mutate()}
      />
    </div>
  )
}

function useSend({ id, version }: HandbookView, onSettled: () => void) {
  const client = useQueryClient()
  const signInAgain = useSignInAgain()
  return useMutation({
    mutationFn: () => signedIn(signInAgain, () => call(sendHandbook, { params: { id }, ifMatch: version })),
    onSuccess: () => toast.success('Handbook sent'),
    onError: (error) =>
      toast({
        title: 'Couldn’t send the handbook',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: async () => {
      onSettled()
      await client.invalidateQueries({ queryKey: ['handbooks'] })
      await client.invalidateQueries({ queryKey: ['documents'] })
    },
  })
}
