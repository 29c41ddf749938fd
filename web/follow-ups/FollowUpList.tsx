import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { changeClientFolder } from '../../api/client-folders.ts'
import type { ScheduledFollowUp } from '../../domain/follow-up.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { followFocus } from '../kit/follow-focus.ts'
import { linkTo } from '../kit/link-to.ts'
import { useNow } from '../kit/now.ts'
import { Name } from '../kit/PersonName.tsx'
import { toast } from '../kit/toast-store.ts'
import { byDay, dayInWords, kindWords, recipientWords } from './words.ts'

/** Reminders by the day on which they go out. */
export function FollowUpList({ items }: { items: readonly ScheduledFollowUp[] }) {
  const now = useNow()
  return byDay(items).map(({ date, items: ofDay }) => {
    const day = dayInWords(date, now)
    return (
      <section key={date} aria-label={day}>
        <h3 className="border-b border-line bg-mist px-4 py-2 text-meta font-semibold text-ink-2 sm:px-5">{day}</h3>
        <ul aria-label={day} className="divide-y divide-line border-b border-line last:border-b-0">
          {ofDay.map((item) => (
            <FollowUpRow key={`${item.kind} ${item.id} ${item.recipient} ${item.recipientName ?? ''}`} item={item} />
          ))}
        </ul>
      </section>
    )
  })
}

function FollowUpRow({ item }: { item: ScheduledFollowUp }) {
  const { title, link, clientFolderId, folderName, allowed } = item
  const { to, search, hash } = linkTo(link)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="line-clamp-2 text-body font-semibold wrap-anywhere text-ink">
          <Link {...{ to, search, hash }} dir="auto" className="hover:underline">
            {title}
          </Link>
        </p>
        <p className="text-meta wrap-anywhere text-ink-3">
          {kindWords(item)}
          {clientFolderId !== null && (
            <>
              {' · '}
              <Link to="/client-folders/$id" params={{ id: clientFolderId }} className="link">
                <Name>{folderName ?? ''}</Name>
              </Link>
            </>
          )}
        </p>
      </div>
      <p className="min-w-0 text-meta wrap-anywhere text-ink-2">
        To: <Name>{recipientWords(item)}</Name>
      </p>
      {allowed.map((act) => (
        <PauseButton key={act} item={item} isPausing={act === 'pause'} />
      ))}
    </li>
  )
}

/** Pauses or resumes all reminders to the client. */
function PauseButton({ item, isPausing }: { item: ScheduledFollowUp; isPausing: boolean }) {
  const client = useQueryClient()
  const { clientFolderId, folderName, folderVersion } = item
  const change = useMutation({
    mutationFn: () =>
      call(changeClientFolder, {
        params: { id: clientFolderId ?? '' },
        body: { remindersPaused: isPausing },
        ifMatch: folderVersion ?? undefined,
      }),
    onSuccess: () => toast.success(isPausing ? 'Reminders paused' : 'Reminders resumed'),
    onError: (error) =>
      toast({
        title: `Couldn’t ${isPausing ? 'pause' : 'resume'} reminders`,
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['dashboard', 'follow-ups'] }),
        client.invalidateQueries({ queryKey: ['client-folders'] }),
      ]),
  })
  return (
    <Button
      size="small"
      variant="ghost"
      className="max-sm:ml-auto"
      pending={change.isPending}
      pendingLabel="Saving..."
      onClick={({ currentTarget }) => {
        followFocus(currentTarget)
        change.mutate()
      }}
    >
      {isPausing ? 'Pause for this client' : 'Resume for this client'}
      <span className="sr-only"> {folderName}</span>
    </Button>
  )
}
