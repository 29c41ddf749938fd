import { ClipboardList, MessageSquareText, Send, Users } from 'lucide-react'
import { type AffectedCount, type LawChange, legalStatusWords } from '../../domain/law-change.ts'
import { Applying } from '../hr-policies/Applying.tsx'
import { Button } from '../kit/Button.tsx'
import { daysUntil, formatDue } from '../kit/dates.ts'
import { useNow } from '../kit/now.ts'
import { Badge } from '../kit/StatusBadge.tsx'
import type { LawUpdateShare } from './ShareLawUpdateDialog.tsx'
import { LawChangeFacts } from './LawChangeFacts.tsx'
import { affectedWords } from './words.ts'
import type { EmployerSearch } from '../hr-policies/employer-search.ts'

type LawChangeRowProps = {
  change: LawChange
  /** An employer is asked about, so that it is said whether the change concerns it. */
  isAsked: boolean
  search: EmployerSearch
  /** Makes an assignment or a message of it, for those who may. */
  onShare?: (kind: LawUpdateShare['kind']) => void
  /** How many of the reader's clients it concerns; opens their list. */
  affected?: AffectedCount
  onShowAffected?: () => void
  /** Notifies these clients. */
  onNotify?: () => void
}

/** A change with its date in the margin. */
export function LawChangeRow({
  change,
  isAsked,
  search,
  onShare,
  affected,
  onShowAffected,
  onNotify,
}: LawChangeRowProps) {
  const { title, status, applies } = change
  return (
    <li className="grid grid-cols-1 gap-x-6 gap-y-2 px-4 py-5 sm:px-5 md:grid-cols-[168px_minmax(0,1fr)]">
      <ChangeDate change={change} />
      <div className="min-w-0">
        <h3 className="text-panel wrap-anywhere text-ink">{title}</h3>
        <p className="mt-1 flex flex-wrap gap-2">
          <Badge tone={status === 'in-force' ? 'ok' : 'info'}>{legalStatusWords(change)}</Badge>
          {isAsked && <Applying answer={applies} />}
        </p>
        <div className="mt-1.5">
          <LawChangeFacts change={change} search={search} />
        </div>
        {(affected !== undefined || onShare !== undefined) && (
          <div className="no-print mt-3 flex flex-wrap items-center gap-2">
            {affected !== undefined && affected.applies + affected.mayApply > 0 && (
              <Button size="small" onClick={onNotify}>
                <Send />
                <span>
                  Notify clients<span className="sr-only"> about {title}</span>
                </span>
              </Button>
            )}
            {onShare !== undefined && <ShareLawUpdateButtons title={title} onShare={onShare} />}
            {affected !== undefined && (
              <Button size="small" variant="ghost" onClick={onShowAffected}>
                <Users />
                <span>
                  {affectedWords(affected)}
                  <span className="sr-only">: {title}</span>
                </span>
              </Button>
            )}
          </div>
        )}
      </div>
    </li>
  )
}

function ChangeDate({ change: { date, precision, status } }: { change: LawChange }) {
  const now = useNow()
  if (precision === 'year') return <p className="tabular font-display text-subtitle text-ink">{date.slice(0, 4)}</p>
  return <DayOf date={date} isUpcoming={status === 'upcoming'} now={now} />
}

function DayOf({ date, isUpcoming, now }: { date: string; isUpcoming: boolean; now: ReturnType<typeof useNow> }) {
  const [day = '', distance = ''] = formatDue(date, now).split(
    /, (?=in |yesterday|today|tomorrow|\d+ \w+ ago|last |next |this )/,
  )
  const isNear = isUpcoming && daysUntil(date, now) <= 90
  return (
    <p className="tabular">
      <time dateTime={date} className="block font-display text-subtitle text-ink">
        {day}
      </time>
      <span className={isNear ? 'text-meta font-semibold text-warn' : 'text-meta text-ink-3'}>{distance}</span>
    </p>
  )
}

export function ShareLawUpdateButtons({
  title,
  onShare,
}: {
  title: string
  onShare: (kind: LawUpdateShare['kind']) => void
}) {
  const about = <span className="sr-only"> about {title}</span>
  return (
    <>
      <Button size="small" onClick={() => onShare('assignment')}>
        <ClipboardList />
        <span>New assignment{about}</span>
      </Button>
      <Button size="small" onClick={() => onShare('message')}>
        <MessageSquareText />
        <span>New message{about}</span>
      </Button>
    </>
  )
}
