import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { changeRequirement } from '../../api/second-factor.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { ErrorState } from '../kit/EmptyState.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { toast } from '../kit/toast-store.ts'
import { requirement } from './queries.ts'
import { texts } from './words.ts'

/** Whether the team needs a second step to sign in. */
export function RequirementPanel() {
  const client = useQueryClient()
  const query = useQuery(requirement)
  const change = useMutation({
    mutationFn: (isRequired: boolean) => call(changeRequirement, { body: { isRequired } }),
    onSuccess: ({ isRequired }) =>
      toast.success(`Two-factor authentication is ${isRequired ? 'required' : 'optional'}`),
    onError: (error) =>
      toast({
        title: 'Couldn’t save the change',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
  })
  const { data } = query
  return (
    <Panel
      title="Two-factor authentication for the team"
      note="For staff and administrators. Clients choose for themselves."
      action={data !== undefined && <Badge tone={data.isRequired ? 'ok' : 'neutral'}>{wordOf(data.isRequired)}</Badge>}
    >
      {query.isPending ? (
        <SkeletonRows rows={2} label="Loading the requirement" />
      ) : data === undefined ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="max-w-[62ch] text-body text-ink-2">{sentence(data)}</p>
          <Button pending={change.isPending} pendingLabel="Saving..." onClick={() => change.mutate(!data.isRequired)}>
            {data.isRequired ? 'Make optional' : 'Require 2FA'}
          </Button>
        </div>
      )}
    </Panel>
  )
}

const wordOf = (isRequired: boolean) => (isRequired ? 'Required' : 'Optional')

function sentence({ isRequired, without }: { isRequired: boolean; without: number }) {
  const people = without === 1 ? '1 person on the team has' : `${without} people on the team have`
  if (without === 0) return 'Everyone on the team has set it up.'
  return isRequired ? texts.mustSetUp(people) : texts.notSetUp(people)
}
