import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createCalendarFeed, endCalendarFeed, readCalendarFeed } from '../../api/calendar.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { CopyField } from '../kit/CopyField.tsx'
import { AskDialog } from '../kit/Dialog.tsx'
import { ErrorState } from '../kit/EmptyState.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { toast } from '../kit/toast-store.ts'
import { confirmations, feedNote, feedWords, linkHelp } from './words.ts'

const ownCalendar = {
  queryKey: ['calendar'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(readCalendarFeed, { signal }),
}

/** The private URL that the user's calendar app reads: create it, replace it, delete it. */
export function CalendarPanel() {
  const query = useQuery(ownCalendar)
  const client = useQueryClient()
  const [asking, setAsking] = useState<'renew' | 'end' | null>(null)
  const handlers = {
    onError: (error: Error) =>
      toast({
        title: 'Couldn’t update the calendar feed',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive' as const,
      }),
    onSettled: () => {
      setAsking(null)
      return client.invalidateQueries({ queryKey: ['calendar'] })
    },
  }
  const make = useMutation({ mutationFn: () => call(createCalendarFeed), ...handlers })
  const end = useMutation({ mutationFn: () => call(endCalendarFeed), onSuccess: () => make.reset(), ...handlers })
  if (query.data === undefined)
    return (
      <Panel title="Calendar feed" flush>
        {query.isPending ? (
          <SkeletonRows rows={1} />
        ) : (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )}
      </Panel>
    )
  const { isOpen } = query.data
  return (
    <Panel title="Calendar feed" note={feedNote}>
      <div className="grid gap-4">
        {make.data !== undefined && isOpen && (
          <CopyField label="Your private link" value={make.data.url} help={linkHelp} />
        )}
        <p className="text-body text-ink-2">{feedWords(query.data)}</p>
        <div className="flex flex-wrap gap-2">
          <Button
            pending={make.isPending}
            pendingLabel="Creating..."
            onClick={() => (isOpen ? setAsking('renew') : make.mutate())}
          >
            {isOpen ? 'Create a new link' : 'Create link'}
          </Button>
          {isOpen && (
            <Button variant="ghost" onClick={() => setAsking('end')}>
              Delete link
            </Button>
          )}
        </div>
      </div>
      <AskDialog
        open={asking !== null}
        {...confirmations[asking ?? 'end']}
        danger={asking === 'end'}
        pending={make.isPending || end.isPending}
        onCancel={() => setAsking(null)}
        onAct={() => (asking === 'renew' ? make.mutate() : end.mutate())}
      />
    </Panel>
  )
}
