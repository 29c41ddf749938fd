import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { deleteSavedReply } from '../../api/saved-replies.ts'
import type { SavedReplyView } from '../../domain/saved-reply.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { ListFilters, useListState } from '../kit/ListFilters.tsx'
import { isEmpty, PagedList } from '../kit/PagedList.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { toast } from '../kit/toast-store.ts'
import { useCreateDialog } from '../kit/use-create-dialog.ts'
import { useHome } from '../session/names.ts'
import { savedRepliesFound } from './queries.ts'
import { EditSavedReplyDialog, NewSavedReplyDialog } from './SavedReplyDialogs.tsx'
import { texts } from './words.ts'

/** Texts that the team inserts into messages: those of the whole team, and the reader's own. */
export default function SavedRepliesPage() {
  const list = useListState(['q'] as const)
  const query = useInfiniteQuery(savedRepliesFound(list.values.q))
  const [creating, setCreating] = useCreateDialog()
  const none = isEmpty(query) && !list.isFiltered
  const newReply = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus />
      New reply
    </Button>
  )
  return (
    <>
      <PageHeader home={useHome()} title="Saved replies" description={texts.page} actions={newReply} />
      <Panel flush>
        {!none && <ListFilters label="Search saved replies" state={list} words="q" />}
        <PagedList
          query={query}
          more="Show more replies"
          loading={<SkeletonRows label="Loading saved replies" />}
          empty={
            list.isFiltered ? (
              <EmptyState title="No matching replies" action={<Button onClick={list.clear}>Show all replies</Button>} />
            ) : (
              <EmptyState title="No saved replies yet">
                {texts.none}
              </EmptyState>
            )
          }
        >
          {(replies) => (
            <RowList label="Saved replies">
              {replies.map((reply) => (
                <ReplyRow key={reply.id} reply={reply} />
              ))}
            </RowList>
          )}
        </PagedList>
      </Panel>
      {creating && <NewSavedReplyDialog onClose={() => setCreating(false)} />}
    </>
  )
}

function ReplyRow({ reply }: { reply: SavedReplyView }) {
  const { title, content, isShared, allowed } = reply
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Row
        title={<span className="wrap-anywhere">{title}</span>}
        context={content}
        meta={isShared ? 'Everyone on the team' : 'Only you'}
        action={
          <>
            {allowed.includes('edit') && (
              <Button size="small" onClick={() => setOpen('edit')}>
                Edit<span className="sr-only"> {title}</span>
              </Button>
            )}
            {allowed.includes('delete') && (
              <Button size="small" variant="ghost" onClick={() => setOpen('delete')}>
                Delete<span className="sr-only"> {title}</span>
              </Button>
            )}
          </>
        }
      />
      {open === 'edit' && <EditSavedReplyDialog reply={reply} onClose={close} />}
      <DeleteDialog reply={reply} open={open === 'delete'} onClose={close} />
    </>
  )
}

type DeleteDialogProps = { reply: SavedReplyView; open: boolean; onClose: () => void }

function DeleteDialog({ reply, open, onClose }: DeleteDialogProps) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(deleteSavedReply, { params: { id: reply.id }, ifMatch: reply.version }),
    onSuccess: () => toast.success('Reply deleted'),
    onError: (error) =>
      toast({
        title: 'Couldn’t delete the reply',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: () => {
      onClose()
      return client.invalidateQueries({ queryKey: ['saved-replies'] })
    },
  })
  return (
    <AskDialog
      open={open}
      title={`Delete “${reply.title}”?`}
      question={reply.isShared ? texts.removeShared : texts.remove}
      act="Delete reply"
      danger
      pending={remove.isPending}
      onCancel={onClose}
      onAct={() => remove.mutate()}
    />
  )
}
