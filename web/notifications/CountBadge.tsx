import { classes } from '../kit/classes.ts'
import { countWords } from './words.ts'

/** A small number on an icon or name; renders nothing for 0. */
export function CountBadge({ count, className }: { count: number | undefined; className?: string | undefined }) {
  if (count === undefined || count === 0) return null
  return (
    <span
      className={classes(
        'edge-forced tabular inline-grid h-4.5 min-w-4.5 place-items-center rounded-full bg-danger-solid px-1 text-micro leading-none font-semibold text-on-primary',
        className,
      )}
    >
      {countWords(count)}
    </span>
  )
}
