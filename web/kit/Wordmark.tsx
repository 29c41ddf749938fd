import { classes } from './classes.ts'

function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true" className="shrink-0">
      <path
        d="M2 8.5A3.5 3.5 0 0 1 5.5 5h5.2c.8 0 1.6.35 2.1.95L14.4 8H22.5A3.5 3.5 0 0 1 26 11.5V21.5A3.5 3.5 0 0 1 22.5 25H5.5A3.5 3.5 0 0 1 2 21.5Z"
        fill="#eab85b"
      />
      <path
        d="M2 18.2c2.6-3.4 4.6-4.6 6.8-3.3 1.7 1 2.6 1 4.3-.7 2.7-2.7 5-3.6 7.6-1.4 1.9 1.6 3.6 2 5.3 1.8V21.5A3.5 3.5 0 0 1 22.5 25H5.5A3.5 3.5 0 0 1 2 21.5Z"
        fill="#35869d"
      />
      <path
        d="M2 21.5c2.8-2.2 5.2-2.7 8-1.3 3 1.5 5.6 1.3 8.6-.6 2.6-1.6 5-1.5 7.4-.3v2.2A3.5 3.5 0 0 1 22.5 25H5.5A3.5 3.5 0 0 1 2 21.5Z"
        fill="#073f52"
      />
    </svg>
  )
}

type WordmarkProps = { name: string; logo: string | null; narrow?: boolean; className?: string }

/** The provider's logo, or our mark, and the provider's name; with `narrow` a long name takes two lines. */
export function Wordmark({ name, logo, narrow = false, className }: WordmarkProps) {
  return (
    <span className={classes('flex min-w-0 items-center gap-2.5', className)}>
      {logo === null ? (
        <Mark />
      ) : (
        <img
          src={logo}
          alt=""
          height={28}
          className={classes('h-7 w-auto shrink-0', narrow ? 'max-w-14 object-contain' : 'max-w-32')}
        />
      )}
      <span
        className={classes(
          'min-w-0 font-display font-title tracking-[-0.01em] text-ink',
          narrow && name.length > 6
            ? 'line-clamp-2 text-field leading-5 wrap-break-word'
            : 'truncate text-[1.1875rem] leading-7',
        )}
      >
        {name}
      </span>
    </span>
  )
}
