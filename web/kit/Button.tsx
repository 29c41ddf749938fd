import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import type { ButtonSize, ButtonVariant } from './button-style.ts'
import { buttonStyle } from './button-style.ts'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  pending?: boolean
  /** What the button says while pending ("Creating..."). */
  pendingLabel?: string
}

/** One primary button per view. While pending it is disabled, shows that, and preserves its width. */
export function Button({ variant, size, pending = false, pendingLabel, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={pending || rest.disabled}
      aria-busy={pending || undefined}
      className={classes(buttonStyle(variant, size), className)}
    >
      {pendingLabel === undefined ? children : <TwoLabels {...{ pending, pendingLabel }}>{children}</TwoLabels>}
    </button>
  )
}

// Both labels share one grid cell, so the wider one sets the width and the button does not resize.
function TwoLabels({ pending, pendingLabel, children }: Pick<ButtonProps, 'pending' | 'pendingLabel' | 'children'>) {
  const cell = 'col-start-1 row-start-1 inline-flex items-center justify-center gap-2'
  return (
    <span className="grid">
      <span className={classes(cell, pending && 'invisible')}>{children}</span>
      <span className={classes(cell, !pending && 'invisible')}>{pendingLabel}</span>
    </span>
  )
}
