import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { settleQueued } from '../../api/hr-assistant.ts'
import type { QueuedQuestion } from '../../domain/assistant-queue.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { formatDateTime } from '../kit/dates.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { toast } from '../kit/toast-store.ts'
import { CheckedAnswerDialog } from './CheckedAnswerDialog.tsx'
import { queueFound } from './queries.ts'

/** What the library could not answer, and answers that did not help. */
export function QueuePanel() {
  const [q, setWords] = useState('')
  const [answering, setAnswering] = useState<QueuedQuestion | null>(null)
  const query = useInfiniteQuery(queueFound(q))
  const settle = useSettling()
  return (
    <>
      <SearchField label="Search the questions" value={q} onChange={setWords} className="mb-4 w-full sm:w-80" />
      <Panel flush>
        <PagedList query={query} more="Show more questions" empty={<NothingWaits isSearch={q !== ''} />}>
          {(questions) => (
            <RowList label="Questions for the team">
              {questions.map((question) => (
                <Row
                  key={question.id}
                  title={<span className="line-clamp-3">{question.query}</span>}
                  context={question.response}
                  meta={
                    <>
                      {question.askedBy ?? 'Someone'}, {formatDateTime(question.createdAt)}
                      {question.clientFolderName !== null && ` · ${question.clientFolderName}`}
                      {question.isEscalated && ' · also sent to the consultant'}
                    </>
                  }
                  middle={<Reason reason={question.reason} />}
                  action={
                    <>
                      <Button size="small" onClick={() => setAnswering(question)}>
                        Write an answer
                      </Button>
                      <Button
                        size="small"
                        variant="ghost"
                        disabled={settle.isPending}
                        onClick={() => settle.mutate(question.id)}
                      >
                        Dismiss
                      </Button>
                    </>
                  }
                />
              ))}
            </RowList>
          )}
        </PagedList>
      </Panel>
      {answering !== null && <CheckedAnswerDialog about={answering} onClose={() => setAnswering(null)} />}
    </>
  )
}

const Reason = ({ reason }: Pick<QueuedQuestion, 'reason'>) =>
  reason === 'unanswered' ? <Badge tone="warn">No answer</Badge> : <Badge tone="info">Not helpful</Badge>

function NothingWaits({ isSearch }: { isSearch: boolean }) {
  return isSearch ? (
    <EmptyState title="No results">No open questions match.</EmptyState>
  ) : (
    <EmptyState title="No open questions">
      Questions without an answer, or rated not helpful, will appear here.
    </EmptyState>
  )
}

function useSettling() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(settleQueued, { params: { id } }),
    onSuccess: () => toast.success('Question dismissed'),
    onError: (error) => toast.error(sentenceOf(error, 'Couldn’t save the change.')),
    onSettled: () => client.invalidateQueries({ queryKey: ['hr-assistant', 'queue'] }),
  })
}
