import { Check, Circle, CircleDot } from 'lucide-react'
import { classes } from '../kit/classes.ts'
import type { Step } from './words.ts'

const looks = {
  over: { Icon: Check, tone: 'text-ok', label: 'over' },
  now: { Icon: CircleDot, tone: 'text-link', label: 'current step' },
  ahead: { Icon: Circle, tone: 'text-line-strong', label: 'upcoming' },
} as const

/** The way of a request, one step below the other. */
export function StepList({ steps }: { steps: readonly Step[] }) {
  return (
    <ol aria-label="Status">
      {steps.map(({ name, note, state }, index) => {
        const { Icon, tone, label } = looks[state]
        return (
          <li
            key={name}
            aria-current={state === 'now' ? 'step' : undefined}
            className="relative flex gap-3 pb-5 last:pb-0"
          >
            {index < steps.length - 1 && (
              <span aria-hidden="true" className="absolute top-6 bottom-0 left-[9.5px] border-l border-line" />
            )}
            <Icon size={20} strokeWidth={2} className={classes('shrink-0', tone)} aria-hidden="true" />
            <div className="min-w-0">
              <p className={classes('text-panel', state === 'ahead' ? 'font-normal text-ink-3' : 'text-ink')}>
                {name}
                <span className="sr-only">, {label}</span>
              </p>
              {note !== null && <p className="tabular text-meta text-ink-3">{note}</p>}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
