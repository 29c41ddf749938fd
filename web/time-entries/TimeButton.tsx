import { useQuery } from '@tanstack/react-query'
import { Timer as TimerIcon } from 'lucide-react'
import { classes } from '../kit/classes.ts'
import { useNow } from '../kit/now.ts'
import { showOverlay } from '../shell/overlays.ts'
import { ownTimer } from './queries.ts'
import { clockOf, minutesSince } from './words.ts'

/** Records time from any page; while the timer runs, it shows its time and stops it. */
export function TimeButton() {
  const timer = useQuery(ownTimer).data?.timer ?? null
  const now = useNow(15_000)
  const elapsed = timer === null ? null : clockOf(minutesSince(timer.startedAt, now))
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={timer === null ? 'Record time' : `Stop timer, ${elapsed}, ${timer.clientFolderName}`}
      title={timer === null ? 'Record time' : `Timer for ${timer.clientFolderName}`}
      onClick={() => showOverlay('time')}
      className={classes(
        'flex h-9 min-w-9 shrink-0 items-center justify-center gap-1.5 rounded-md px-2 transition-colors coarse:h-11 coarse:min-w-11',
        timer === null
          ? 'text-ink-2 hover:bg-mist-2 hover:text-ink'
          : 'bg-info-soft font-semibold text-info hover:text-ink',
      )}
    >
      {/* In the rail, the time takes its place, so that the firm's name is not cut. */}
      <TimerIcon size={20} className={classes('shrink-0', elapsed !== null && 'lg:hidden')} />
      {elapsed !== null && <span className="tabular text-meta">{elapsed}</span>}
    </button>
  )
}
