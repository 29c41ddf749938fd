import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { CheckResult, StatusCheck } from '../../domain/system-status.ts'
import { RowList } from '../kit/RowList.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { checkPlaces, checkTitles, resultWords } from './words.ts'

const icons = {
  ok: { Icon: CircleCheck, color: 'text-ok' },
  warning: { Icon: TriangleAlert, color: 'text-warn' },
  error: { Icon: CircleAlert, color: 'text-danger' },
} satisfies Record<CheckResult, unknown>

/** Each check in full: results and instructions are never truncated. */
export function CheckList({ checks }: { checks: readonly StatusCheck[] }) {
  return (
    <RowList label="Checks">
      {checks.map((check) => (
        <Check key={check.name} check={check} />
      ))}
    </RowList>
  )
}

function Check({ check: { name, result, says, advice } }: { check: StatusCheck }) {
  const { Icon, color } = icons[result]
  const { badge, tone } = resultWords[result]
  const place = checkPlaces[name]
  return (
    <li className="flex gap-3 px-4 py-4 sm:gap-4 sm:px-5">
      <Icon size={20} className={`mt-0.5 shrink-0 ${color}`} />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h3 className="text-panel text-ink">{checkTitles[name]}</h3>
          <Badge tone={tone}>{badge}</Badge>
        </div>
        <p className="mt-0.5 max-w-[80ch] text-body text-ink-2">{says}</p>
        {advice !== null && <p className="mt-1 max-w-[80ch] text-body text-ink">{plain(advice)}</p>}
        {advice !== null && place !== undefined && (
          <Link to={place.to} className="link mt-1 inline-flex items-center text-body font-semibold coarse:min-h-11">
            {place.label}
          </Link>
        )}
      </div>
    </li>
  )
}

/** Commands are in backquotes, as in the docs. */
const plain = (text: string) =>
  text.split('`').map((piece, at) =>
    at % 2 === 1 ? (
      <code key={at} className="rounded-sm bg-mist-2 px-1 py-0.5 text-meta">
        {piece}
      </code>
    ) : (
      piece
    ),
  )
