import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createCalendarFeed, endCalendarFeed, readCalendarFeed } from '../../api/calendar.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { CopyField } from '../kit/CopyField.tsx'
import { formatDateTime } from '../kit/dates.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { ErrorState } from '../kit/EmptyState.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { toast } from '../kit/toast-store.ts'

const ownCalendar = {
  queryKey: ['calendar'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(readCalendarFeed, { signal }),
}

/** A private address that one's own calendar program reads: made, made anew, ended. */
export function CalendarPanel() {
  const query = useQuery(ownCalendar)
  const client = useQueryClient()
  const [asking, setAsking] = useState<'renew' | 'end' | null>(null)
  const told = {
    onError: (error: Error) =>
      toast({
        title: 'Your calendar was not changed',
        description: sentenceOf(error, 'Please try again.'),
        variant: 'destructive' as const,
      }),
    onSettled: () => {
      setAsking(null)
      return client.invalidateQueries({ queryKey: ['calendar'] })
    },
  }
  const make = useMutation({ mutationFn: () => call(createCalendarFeed), ...told })
  const end = useMutation({ mutationFn: () => call(endCalendarFeed), onSuccess: () => make.reset(), ...told })
  if (query.data === undefined)
    return (
      <Panel title="Due dates in your calendar" flush>
        {query.isPending ? (
          <SkeletonRows rows={1} />
        ) : (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )}
      </Panel>
    )
  const { isOpen, createdAt, readAt } = query.data
  return (
    <Panel
      title="Due dates in your calendar"
      note="Your calendar program reads what is due for you, by what you may see at that time."
    >
      <div className="grid gap-4">
        {make.data !== undefined && isOpen && (
          <CopyField
            label="Your private address"
            value={make.data.url}
            help="Add it in your calendar program as a calendar by address (subscribe from URL). It is shown this once: whoever has it can read your due dates."
          />
        )}
        <p className="text-body text-ink-2">
          {isOpen && createdAt !== null
            ? `There is an address since ${formatDateTime(createdAt)}. ${readAt === null ? 'No calendar program has read it yet.' : `Last read ${formatDateTime(readAt)}.`}`
            : 'There is no address yet. Titles are short: no sums, no names of files, nothing that somebody wrote.'}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            pending={make.isPending}
            pendingLabel="Making..."
            onClick={() => (isOpen ? setAsking('renew') : make.mutate())}
          >
            {isOpen ? 'Make a new address' : 'Make an address'}
          </Button>
          {isOpen && (
            <Button variant="ghost" onClick={() => setAsking('end')}>
              End it
            </Button>
          )}
        </div>
      </div>
      <AskDialog
        open={asking !== null}
        title={asking === 'renew' ? 'Make a new address?' : 'End the address?'}
        question="Calendar programs that read the present one find nothing there any more."
        act={asking === 'renew' ? 'Make a new one' : 'End it'}
        danger={asking === 'end'}
        pending={make.isPending || end.isPending}
        onKeep={() => setAsking(null)}
        onAct={() => (asking === 'renew' ? make.mutate() : end.mutate())}
      />
    </Panel>
  )
}
