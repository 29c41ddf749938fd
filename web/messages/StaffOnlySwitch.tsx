import { Eye, LockKeyhole } from 'lucide-react'
import { classes } from '../kit/classes.ts'
import { texts } from './words.ts'

type StaffOnlySwitchProps = { on: boolean; hasClient: boolean; onSwitch: (on: boolean) => void }

/** Who can read the text: the client, or only the team. The label says which, in both states. */
export function StaffOnlySwitch({ on, hasClient, onSwitch }: StaffOnlySwitchProps) {
  const Icon = on ? LockKeyhole : Eye
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className={classes('flex items-center gap-2 text-meta', on ? 'font-semibold text-warn' : 'text-ink-2')}>
        <Icon className="shrink-0" />
        <span aria-live="polite">
          {on
            ? 'Staff only: the client never sees this note.'
            : hasClient
              ? 'The client can read this message.'
              : texts.noClient}
        </span>
      </p>
      <button
        type="button"
        role="switch"
        aria-checked={on}
        onClick={() => onSwitch(!on)}
        className="group flex min-h-7 items-center gap-2 rounded-md text-meta font-semibold text-ink coarse:min-h-11"
      >
        Staff only
        <span
          aria-hidden="true"
          className="edge-forced inline-flex h-5 w-9 items-center rounded-full border border-line-strong bg-surface p-0.5 transition-colors group-aria-checked:border-warn group-aria-checked:bg-warn"
        >
          <span className="size-3.5 rounded-full bg-line-strong transition-transform group-aria-checked:translate-x-4 group-aria-checked:bg-surface" />
        </span>
      </button>
    </div>
  )
}
