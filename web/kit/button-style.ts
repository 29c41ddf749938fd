import { classes } from './classes.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'small' | 'regular' | 'large'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-primary text-on-primary hover:bg-primary-hover border border-transparent',
  secondary: 'bg-surface text-ink border border-line-strong hover:bg-hover',
  ghost: 'text-ink hover:bg-mist-2 border border-transparent',
  danger: 'bg-danger-solid text-on-primary hover:bg-danger-solid/90 border border-transparent',
}

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-7 px-2.5 py-0.5 text-meta',
  regular: 'min-h-9 px-3.5 py-1.5 text-body',
  large: 'min-h-12 px-5 py-2.5 text-field',
}

/** The look of a button, for links that act like one. Long labels wrap rather than overflow; hidden in print. */
export const buttonStyle = (variant: ButtonVariant = 'secondary', size: ButtonSize = 'regular') =>
  classes(
    'inline-flex items-center justify-center gap-2 rounded-md text-center font-semibold transition-colors coarse:min-h-11 coarse:min-w-11 print:hidden',
    'disabled:opacity-55 disabled:pointer-events-none aria-disabled:opacity-55',
    variants[variant],
    sizes[size],
  )
