import { classes } from './classes.ts'
import { ridgePath } from './ridge-path.ts'

const far = ridgePath(17, 48, 22, -2.6, 480, 120)
const near = ridgePath(64, 82, 18, -2.2, 480, 120)

/** The two-layer whisper at the foot of the rail and over an empty list. Decoration only; nothing is on it. */
export function Ridge({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 480 120" preserveAspectRatio="none" className={classes('block', className)} aria-hidden="true">
      <path d={far} className="fill-mist-2 opacity-75" />
      <path d={near} className="fill-line opacity-55" />
    </svg>
  )
}
