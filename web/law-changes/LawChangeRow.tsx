import { ClipboardList, MessageSquareText } from 'lucide-react'
import type { LawChange } from '../../domain/law-change.ts'
import { Applying } from '../hr-policies/Applying.tsx'
import { Button } from '../kit/Button.tsx'
import { daysUntil, formatDue } from '../kit/dates.ts'
import { useNow } from '../kit/now.ts'
import type { HandingOn } from './HandOnDialog.tsx'
import { LawChangeFacts } from './LawChangeFacts.tsx'
import type { SearchParams } from '../kit/url-state.ts'

type LawChangeRowProps = {
  change: LawChange
  /** An employer is asked about, so that it is said whether the change concerns it. */
  isAsked: boolean
  search: SearchParams
  /** Makes an assignment or a message of it, for those who may. */
  onHandOn?: (kind: HandingOn['kind']) => void
}

/** A change with its date in the margin. */
export function LawChangeRow({ change, isAsked, search, onHandOn }: LawChangeRowProps) {
  const { title, date, status, applies } = change
  return (
    <li className="grid grid-cols-1 gap-x-6 gap-y-2 px-4 py-5 sm:px-5 md:grid-cols-[168px_minmax(0,1fr)]">
      <ChangeDate date={date} isUpcoming={status === 'upcoming'} />
      <div className="min-w-0">
        <h3 className="text-panel wrap-anywhere text-ink">{title}</h3>
        {isAsked && <Applying answer={applies} />}
        <div className="mt-1.5">
          <LawChangeFacts change={change} search={search} />
        </div>
        {onHandOn !== undefined && <HandOnButtons title={title} onHandOn={onHandOn} />}
      </div>
    </li>
  )
}

function ChangeDate({ date, isUpcoming }: { date: string; isUpcoming: boolean }) {
  const now = useNow()
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

export function HandOnButtons({ title, onHandOn }: { title: string; onHandOn: (kind: HandingOn['kind']) => void }) {
  const about = <span className="sr-only"> about {title}</span>
  return (
    <div className="no-print mt-3 flex flex-wrap gap-2">
      <Button size="small" onClick={() => onHandOn('assignment')}>
        <ClipboardList />
        <span>Create assignment{about}</span>
      </Button>
      <Button size="small" onClick={() => onHandOn('message')}>
        <MessageSquareText />
        <span>Write message{about}</span>
      </Button>
    </div>
  )
}
