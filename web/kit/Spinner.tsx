import { classes } from './classes.ts'

/** A spinner; add a text that says what is loading. */
export function Spinner({ size = 16, className }: { size?: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      className={classes('animate-turn', className)}
      aria-hidden="true"
    >
      <circle cx="8" cy="8" r="6.5" opacity="0.25" />
      <path d="M14.5 8A6.5 6.5 0 0 0 8 1.5" strokeLinecap="round" />
    </svg>
  )
}

/** Only for the first look-up of the current user; everything later has skeletons. */
export function FullScreenSpinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div className="grid min-h-dvh place-items-center text-primary">
      <Spinner size={32} />
      <output className="sr-only">{label}</output>
    </div>
  )
}
