import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { withdrawVerifiedAnswer } from '../../api/hr-assistant.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { formatDate } from '../kit/dates.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { toast } from '../kit/toast-store.ts'
import { CheckedAnswerDialog } from './CheckedAnswerDialog.tsx'
import { verifiedFound } from './queries.ts'

/** The answers verified by the team, which everyone with a similar question gets. */
export function CheckedAnswers() {
  const [q, setWords] = useState('')
  const [isWriting, setWriting] = useState(false)
  const query = useInfiniteQuery(verifiedFound(q))
  const withdrawal = useWithdrawal()
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <SearchField label="Search reviewed answers" value={q} onChange={setWords} className="w-full sm:w-80" />
        <Button variant="primary" onClick={() => setWriting(true)}>
          New reviewed answer
        </Button>
      </div>
      <Panel flush>
        <PagedList query={query} more="Show more answers" empty={<NoneYet isSearch={q !== ''} />}>
          {(answers) => (
            <RowList label="Reviewed answers">
              {answers.map(({ id, question, answer, passages, createdByName, createdAt }) => (
                <Row
                  key={id}
                  title={question}
                  context={answer}
                  meta={`${createdByName ?? 'The team'}, ${formatDate(createdAt)} · ${passages.map(({ title, heading }) => `${title}: ${heading}`).join('; ')}`}
                  action={
                    <Button
                      size="small"
                      variant="ghost"
                      disabled={withdrawal.isPending}
                      onClick={() => withdrawal.mutate(id)}
                    >
                      Retire answer
                    </Button>
                  }
                />
              ))}
            </RowList>
          )}
        </PagedList>
      </Panel>
      {isWriting && <CheckedAnswerDialog about={null} onClose={() => setWriting(false)} />}
    </>
  )
}

const NoneYet = ({ isSearch }: { isSearch: boolean }) =>
  isSearch ? (
    <EmptyState title="No results">No reviewed answers match.</EmptyState>
  ) : (
    <EmptyState title="No reviewed answers yet">Answer an open question, or add one that clients often ask.</EmptyState>
  )

function useWithdrawal() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(withdrawVerifiedAnswer, { params: { id } }),
    onSuccess: () => toast.success('Answer retired'),
    onError: (error) => toast.error(sentenceOf(error, 'Couldn’t save the change.')),
    onSettled: () => client.invalidateQueries({ queryKey: ['verified-answers'] }),
  })
}
