import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import { Tooltip } from './Tooltip.tsx'

/** A button that shows an icon only: its label is read aloud, and shown to anyone who waits above it. */
export function IconButton({ label, className, ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        className={classes(
          'inline-grid size-9 shrink-0 place-items-center rounded-md text-ink-3 transition-colors hover:bg-mist-2 hover:text-ink',
          'disabled:opacity-55 disabled:pointer-events-none',
          className,
        )}
      />
    </Tooltip>
  )
}
