import { Link } from '@tanstack/react-router'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteTimeEntry } from '../../api/time-entries.ts'
import { formatMinutes, type TimeEntryView, type TimeSummary } from '../../domain/time-entry.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { formatDate } from '../kit/dates.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { Money } from '../kit/Money.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { toast } from '../kit/toast-store.ts'
import { EditTimeDialog } from './EditTimeDialog.tsx'
import { byDay } from './words.ts'

type TimeListProps = {
  entries: readonly TimeEntryView[]
  summary: TimeSummary | undefined
  /** Off in a folder. */
  showsFolder?: boolean
  /** Off where all entries are the reader's own. */
  showsPerson?: boolean
  /** Of the days' headings. */
  level?: 2 | 3
}

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' })

/** Time entries by day, each day with its total. */
export function TimeList({ entries, summary, showsFolder = false, showsPerson = false, level = 3 }: TimeListProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  const hasActions = entries.some(({ allowed }) => allowed.length > 0)
  return (
    <>
      {byDay(entries, summary).map(({ date, minutes, entries: ofDay }) => {
        const title = `${weekday.format(new Date(`${date}T00:00:00Z`))}, ${formatDate(date)}`
        return (
          <section key={date} aria-label={title}>
            <Heading className="flex items-baseline justify-between gap-2 border-b border-line bg-mist px-4 py-2 text-meta font-semibold text-ink-2 sm:px-5">
              {title}
              <span className="tabular">{formatMinutes(minutes)}</span>
            </Heading>
            <ul aria-label={title} className="divide-y divide-line">
              {ofDay.map((entry) => (
                <TimeRow key={entry.id} {...{ entry, showsFolder, showsPerson, hasActions }} />
              ))}
            </ul>
          </section>
        )
      })}
    </>
  )
}

type TimeRowProps = {
  entry: TimeEntryView
  showsFolder: boolean
  showsPerson: boolean
  /** Whether any row has buttons, so that all amounts are below each other. */
  hasActions: boolean
}

function TimeRow({ entry, showsFolder, showsPerson, hasActions }: TimeRowProps) {
  const { clientFolderId, clientFolderName, serviceName, description, minutes, amount, isBillable, allowed } = entry
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const what = `${formatMinutes(minutes)} of ${serviceName}`
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-60">
        <p dir="auto" className="text-body wrap-anywhere own-direction text-ink">
          {description ?? serviceName}
        </p>
        <p className="text-meta wrap-anywhere text-ink-3">
          {showsFolder && (
            <>
              <Link to="/client-folders/$id" params={{ id: clientFolderId }} search={{ tab: 'time' }} className="link">
                {clientFolderName}
              </Link>
              {' · '}
            </>
          )}
          {showsPerson && `${entry.userName} · `}
          {description === null ? '' : `${serviceName} · `}
          <Money cents={entry.hourlyRate} />
          /hr{entry.rateSource === 'client' && ', client price'}
        </p>
      </div>
      <div className="flex items-center gap-3 max-sm:flex-1">
        {!isBillable && <Badge>Not billable</Badge>}
        {entry.invoiceId !== null && (
          <Link to="/invoices/$id" params={{ id: entry.invoiceId }} className="link text-meta">
            {entry.invoiceNumber}
          </Link>
        )}
        <p className="tabular text-right text-body text-ink">
          {formatMinutes(minutes)}
          {isBillable && (
            <span className="block text-meta text-ink-3">
              <Money cents={amount} />
            </span>
          )}
        </p>
      </div>
      {hasActions && (
        <div className="flex gap-1 empty:max-sm:hidden sm:w-32 sm:justify-end">
          {allowed.length > 0 && (
            <>
              <Button size="small" variant="ghost" onClick={() => setOpen('edit')}>
                Edit<span className="sr-only"> {what}</span>
              </Button>
              <Button size="small" variant="ghost" onClick={() => setOpen('delete')}>
                Delete<span className="sr-only"> {what}</span>
              </Button>
            </>
          )}
        </div>
      )}
      {open === 'edit' && <EditTimeDialog entry={entry} onClose={close} />}
      <DeleteTimeDialog entry={entry} open={open === 'delete'} onClose={close} />
    </li>
  )
}

function DeleteTimeDialog({ entry, open, onClose }: { entry: TimeEntryView; open: boolean; onClose: () => void }) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(deleteTimeEntry, { params: { id: entry.id }, ifMatch: entry.version }),
    onSuccess: () => toast.success('Time deleted'),
    onError: (error) =>
      toast({
        title: 'Couldn’t delete the time',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: () => {
      onClose()
      return client.invalidateQueries({ queryKey: ['time-entries'] })
    },
  })
  return (
    <AskDialog
      open={open}
      title={`Delete ${formatMinutes(entry.minutes)} on ${formatDate(entry.date)}?`}
      question="You can’t undo this."
      act="Delete time"
      danger
      pending={remove.isPending}
      onCancel={onClose}
      onAct={() => remove.mutate()}
    />
  )
}
