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
import { byClient, dayInWords, kindWords, recipientWords } from './words.ts'

/** Reminders by client, each with the day on which it is sent. */
export function FollowUpList({ items }: { items: readonly ScheduledFollowUp[] }) {
  return byClient(items).map(({ clientFolderId, items: ofClient }) => {
    const name = ofClient[0]?.folderName ?? 'Without a client'
    const pausable = ofClient.find(({ allowed }) => allowed.length > 0)
    return (
      <section key={clientFolderId} aria-label={name} className="border-b border-line last:border-b-0">
        <header className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-mist px-4 py-1 sm:px-5">
          <h3 className="min-w-0 flex-1 text-body font-semibold wrap-anywhere text-ink">
            {clientFolderId === null ? (
              name
            ) : (
              <Link to="/client-folders/$id" params={{ id: clientFolderId }} className="hover:underline">
                <Name>{name}</Name>
              </Link>
            )}
          </h3>
          {pausable?.allowed.map((act) => (
            <PauseButton key={act} item={pausable} isPausing={act === 'pause'} />
          ))}
        </header>
        <ul aria-label={name} className="divide-y divide-line">
          {ofClient.map((item) => (
            <FollowUpRow
              key={`${item.kind} ${item.id} ${item.date} ${item.recipient} ${item.recipientName ?? ''}`}
              item={item}
            />
          ))}
        </ul>
      </section>
    )
  })
}

function FollowUpRow({ item }: { item: ScheduledFollowUp }) {
  const now = useNow()
  const { to, search, hash } = linkTo(item.link)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 sm:px-5">
      <p className="tabular shrink-0 text-body text-ink sm:w-44">
        <time dateTime={item.date}>{dayInWords(item.date, now)}</time>
      </p>
      <div className="min-w-0 flex-1 basis-60">
        <p className="line-clamp-2 text-body font-semibold wrap-anywhere text-ink">
          <Link {...{ to, search, hash }} dir="auto" className="hover:underline">
            {item.title}
          </Link>
        </p>
        <p className="text-meta wrap-anywhere text-ink-3">{kindWords(item)}</p>
      </div>
      <p className="min-w-0 text-meta wrap-anywhere text-ink-2">
        To: <Name>{recipientWords(item)}</Name>
      </p>
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
