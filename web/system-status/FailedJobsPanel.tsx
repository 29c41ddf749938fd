import { useMutation, useQueryClient } from '@tanstack/react-query'
import { retryFailedJob } from '../../api/system-status.ts'
import type { FailedJob } from '../../domain/system-status.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { formatDateTime } from '../kit/dates.ts'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { toast } from '../kit/toast-store.ts'

/** Jobs that failed after several attempts; an administrator retries them once the cause is fixed. */
export function FailedJobsPanel({ jobs }: { jobs: readonly FailedJob[] }) {
  return (
    <Panel title="Failed jobs" note="Up to 20, newest first" flush className="overflow-clip">
      <RowList label="Failed jobs">
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
        title: 'Couldn’t retry',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['status'] }),
  })
  return (
    <Row
      title={work}
      meta={`Job ${number} · ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}, last ${formatDateTime(lastTriedAt)}`}
      action={
        <Button
          size="small"
          pending={retry.isPending}
          pendingLabel="Trying..."
          onClick={() => retry.mutate()}
          aria-label={`Retry ${work}, job ${number}`}
        >
          Try again
        </Button>
      }
    />
  )
}
