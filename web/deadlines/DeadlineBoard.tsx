import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { changeDeadlineStatus } from '../../api/deadlines.ts'
import { deadlineKindLabels, type DeadlineView } from '../../domain/deadline.ts'
import { officeDate } from '../../domain/time.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { formatDue } from '../kit/dates.ts'
import { useNow } from '../kit/now.ts'
import { Badge } from '../kit/StatusBadge.tsx'
import { toast } from '../kit/toast-store.ts'
import { byUrgency, completionOf, type Urgency, urgencyTitles } from './words.ts'

const tones = { overdue: 'danger', soon: 'warn', later: 'neutral', completed: 'ok' } as const

type DeadlineBoardProps = {
  deadlines: DeadlineView[]
  /** Across clients: whose each is, with a link to the folder for those who may open it. */
  showsFolder?: 'link' | 'name'
}

/** Deadlines by how soon they are due. */
export function DeadlineBoard({ deadlines, showsFolder }: DeadlineBoardProps) {
  const now = useNow()
  // On a page of its own, the board is directly below the title.
  const Heading = showsFolder === undefined ? 'h3' : 'h2'
  return (
    <>
      {byUrgency(deadlines, officeDate(now)).map(({ urgency, items }) => (
        <section key={urgency} aria-label={urgencyTitles[urgency]}>
          <Heading className="flex items-center gap-2 border-b border-line bg-mist px-4 py-2 text-meta font-semibold text-ink-2 sm:px-5">
            {urgencyTitles[urgency]}
            <Badge tone={tones[urgency]}>{items.length}</Badge>
          </Heading>
          <ul aria-label={urgencyTitles[urgency]} className="divide-y divide-line">
            {items.map((deadline) => (
              <DeadlineRow key={deadline.id} {...{ deadline, urgency, now, showsFolder }} />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

type RowProps = {
  deadline: DeadlineView
  urgency: Urgency
  now: Date
  showsFolder: DeadlineBoardProps['showsFolder']
}

function DeadlineRow({ deadline, urgency, now, showsFolder }: RowProps) {
  const { title, kind, dueDate, employeeName, clientFolderId, clientFolderName, completedOn, guidePath, allowed } =
    deadline
  const [slug = '', anchor = ''] = guidePath?.replace('/hr-policies/', '').split('#') ?? []
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-body wrap-anywhere text-ink">{title}</p>
        <p className="text-meta wrap-anywhere text-ink-3">
          {showsFolder === 'link' && (
            <>
              <Link
                to="/client-folders/$id"
                params={{ id: clientFolderId }}
                search={{ tab: 'deadlines' }}
                className="link"
              >
                {clientFolderName}
              </Link>
              {' · '}
            </>
          )}
          {showsFolder === 'name' && `${clientFolderName} · `}
          {employeeName !== null && `${employeeName} · `}
          {deadlineKindLabels[kind]}
          {guidePath !== null && (
            <>
              {' · '}
              <Link to="/hr-policies/$slug" params={{ slug }} hash={anchor} className="link">
                Guide<span className="sr-only">: {title}</span>
              </Link>
            </>
          )}
        </p>
      </div>
      <p
        className={
          urgency === 'overdue' ? 'tabular text-meta font-semibold text-danger' : 'tabular text-meta text-ink-2'
        }
      >
        {completedOn === null ? formatDue(dueDate, now) : completionOf(completedOn, dueDate)}
      </p>
      {allowed.map((act) => (
        <StatusButton key={act} deadline={deadline} act={act} />
      ))}
    </li>
  )
}

function StatusButton({ deadline, act }: { deadline: DeadlineView; act: DeadlineView['allowed'][number] }) {
  const client = useQueryClient()
  const status = act === 'complete' ? ('completed' as const) : ('open' as const)
  const change = useMutation({
    mutationFn: () =>
      call(changeDeadlineStatus, { params: { id: deadline.id }, body: { status }, ifMatch: deadline.version }),
    onSuccess: () => toast.success(act === 'complete' ? 'Deadline completed' : 'Deadline reopened'),
    onError: (error) =>
      toast({
        title: 'Couldn’t update the deadline',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['deadlines'] }),
        client.invalidateQueries({ queryKey: ['employees'] }),
      ]),
  })
  return (
    <Button size="small" pending={change.isPending} pendingLabel="Saving..." onClick={() => change.mutate()}>
      {act === 'complete' ? 'Complete' : 'Reopen'}
      <span className="sr-only"> {deadline.title}</span>
    </Button>
  )
}
