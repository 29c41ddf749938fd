import { useMutation, useQueryClient } from '@tanstack/react-query'
import { retryFailedJob } from '../../api/status.ts'
import type { FailedJob } from '../../domain/status.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { formatDateTime } from '../kit/dates.ts'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { toast } from '../kit/toast-store.ts'

/** Work that was given up after many tries; once its cause is gone, somebody has it tried again. */
export function FailedJobsPanel({ jobs }: { jobs: readonly FailedJob[] }) {
  return (
    <Panel title="Given up" note="The newest first, at most twenty." flush className="overflow-clip">
      <RowList label="Given up">
        {jobs.map((job) => (
          <JobRow key={job.number} job={job} />
        ))}
      </RowList>
    </Panel>
  )
}

function JobRow({ job: { number, work, attempts, lastTriedAt } }: { job: FailedJob }) {
  const client = useQueryClient()
  const retry = useMutation({
    mutationFn: () => call(retryFailedJob, { params: { number: String(number) } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) =>
      toast({
        title: 'It was not tried again',
        description: sentenceOf(error, 'Please try again.'),
        variant: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['status'] }),
  })
  return (
    <Row
      title={work}
      meta={`Number ${number} · tried ${attempts} ${attempts === 1 ? 'time' : 'times'}, last on ${formatDateTime(lastTriedAt)}`}
      action={
        <Button
          size="small"
          pending={retry.isPending}
          pendingLabel="Trying..."
          onClick={() => retry.mutate()}
          aria-label={`Try again: ${work}, number ${number}`}
        >
          Try again
        </Button>
      }
    />
  )
}
