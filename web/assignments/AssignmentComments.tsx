// The comments on an assignment, the newest last, and the field for a new one.
import { useInfiniteQuery } from '@tanstack/react-query'
import { addAssignmentComment, retractAssignmentComment } from '../../api/assignments.ts'
import { isClient } from '../../domain/actor.ts'
import type { AssignmentView } from '../../domain/assignment.ts'
import { AssignmentCommentInput } from '../../domain/assignment-comment.ts'
import { Button } from '../kit/Button.tsx'
import { call } from '../kit/call.ts'
import { formatDateTime } from '../kit/dates.ts'
import { ErrorState } from '../kit/EmptyState.tsx'
import { FormProblem } from '../kit/FormProblem.tsx'
import { loadNextPage } from '../kit/next-page.ts'
import { useNow } from '../kit/now.ts'
import { Name } from '../kit/PersonName.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { TextArea } from '../kit/TextField.tsx'
import { Bubble } from '../messages/Bubble.tsx'
import { MessageText } from '../messages/MessageText.tsx'
import { RetractMessage } from '../messages/RetractMessage.tsx'
import { useUser } from '../session/use-auth.ts'
import { commentsOn } from './queries.ts'
import { texts } from './words.ts'

export function AssignmentComments({ assignment }: { assignment: Pick<AssignmentView, 'id' | 'allowed'> }) {
  const canComment = assignment.allowed.includes('comment')
  return (
    <section aria-label="Comments">
      <h3 className="text-panel text-ink">Comments</h3>
      <Comments assignmentId={assignment.id} canComment={canComment} />
      {canComment && <NewComment assignmentId={assignment.id} />}
    </section>
  )
}

function Comments({ assignmentId, canComment }: { assignmentId: string; canComment: boolean }) {
  const now = useNow()
  const isOfClient = isClient(useUser())
  const query = useInfiniteQuery(commentsOn(assignmentId))
  if (query.isPending) return <SkeletonRows rows={2} label="Loading comments" />
  if (query.data === undefined) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const comments = query.data.pages.flatMap(({ items }) => items).toReversed()
  if (comments.length === 0)
    return <p className="mt-1 text-body text-ink-2">{canComment ? texts.noComments : 'No comments'}</p>
  return (
    <>
      {query.hasNextPage && (
        <Button
          variant="ghost"
          size="small"
          pending={query.isFetchingNextPage}
          pendingLabel="Loading..."
          onClick={() => void loadNextPage(query)}
        >
          Show earlier comments
        </Button>
      )}
      <ul aria-label="Comments">
        {comments.map((comment) => (
          <Bubble
            key={comment.id}
            own={comment.isFromClient === isOfClient}
            sender={comment.senderName ?? 'Someone'}
            header={
              <>
                <Name>{comment.senderName ?? 'Someone'}</Name>, {formatDateTime(comment.createdAt, now)}
              </>
            }
            meta={
              <RetractMessage
                message={comment}
                now={now}
                noun="comment"
                retract={() => call(retractAssignmentComment, { params: { id: comment.id } })}
                queryKey={['assignments']}
              />
            }
          >
            {comment.retractedAt === null ? (
              <MessageText>{comment.content}</MessageText>
            ) : (
              <em className="text-ink-3">Comment retracted</em>
            )}
          </Bubble>
        ))}
      </ul>
    </>
  )
}

function NewComment({ assignmentId }: { assignmentId: string }) {
  const form = useSaveForm({
    schema: AssignmentCommentInput,
    defaultValues: { content: '' },
    failure: 'Couldn’t add the comment',
    send: (body, idempotencyKey) => call(addAssignmentComment, { params: { id: assignmentId }, body, idempotencyKey }),
    success: 'Comment added',
    queryKey: ['assignments'],
    onClose: () => form.reset({ content: '' }),
  })
  return (
    <form noValidate className="mt-4" onSubmit={form.submit}>
      <FormProblem problem={form.problem} />
      <TextArea label="Your comment" rows={2} error={form.errorOf('content')} {...form.register('content')} />
      <div className="mt-2 flex justify-end">
        <Button type="submit" pending={form.pending} pendingLabel="Adding...">
          Add comment
        </Button>
      </div>
    </form>
  )
}
