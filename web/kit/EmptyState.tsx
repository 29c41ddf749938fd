import { useQueryClient } from '@tanstack/react-query'
import type { MouseEvent, ReactNode } from 'react'
import { Button } from './Button.tsx'
import { sentenceOf } from './call.ts'
import { classes } from './classes.ts'
import { followFocus } from './follow-focus.ts'
import { Ridge } from './Ridge.tsx'

/** What will be here, one sentence, and the one thing that starts it. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-center px-5 py-10 text-center">
      <Ridge className="h-12 w-48 rounded-lg" />
      <p className="mt-4 font-display text-subtitle text-ink text-balance">{title}</p>
      {children !== undefined && <div className="mt-1.5 max-w-[48ch] text-lead text-ink-2">{children}</div>}
      {Boolean(action) && <div className="mt-5">{action}</div>}
    </div>
  )
}

/** The same in a narrow column, where it is good news more often than not: one calm line. */
export const EmptyLine = ({ title, children }: { title: string; children?: ReactNode }) => (
  <p className="px-4 py-4 text-body text-ink-2 sm:px-5">
    <span className="font-semibold text-ink">{title}.</span> {children}
  </p>
)

type ErrorProps = { error: unknown; onRetry: () => void }

const serverFault = 'Something went wrong on our end. Try again.'

/** What could not be read: what happened, and a way to try again. `isPage` where the page has no other heading. */
export function ErrorState({ error, onRetry, isPage = false }: ErrorProps & { isPage?: boolean }) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div role="alert" className="flex flex-col items-center px-5 py-10 text-center">
      <Title className="font-display text-subtitle text-ink text-balance">Couldn’t load this page</Title>
      <p className="mt-1.5 max-w-[48ch] text-lead text-ink-2">{sentenceOf(error, serverFault)}</p>
      <TryAgain onRetry={onRetry} className="mt-4" />
    </div>
  )
}

type ErrorLineProps = ErrorProps & {
  /** What could not be read: "Couldn’t load the figures." */
  what: string
  className?: string
}

/** The same in one line, for use with other content. */
export const ErrorLine = ({ what, error, onRetry, className }: ErrorLineProps) => (
  <div role="alert" className={classes('flex flex-wrap items-center gap-x-4 gap-y-2 text-body text-ink-2', className)}>
    <span>
      {what} {sentenceOf(error, serverFault)}
    </span>
    <TryAgain onRetry={onRetry} />
  </div>
)

/** Also retries what else on the page failed to load, because the cause is usually the same. */
function TryAgain({ onRetry, className }: { onRetry: () => void; className?: string }) {
  const client = useQueryClient()
  function tryAgain({ currentTarget }: MouseEvent) {
    followFocus(currentTarget)
    onRetry()
    void client.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.status === 'error' && state.fetchStatus === 'idle',
    })
  }
  return (
    <Button size="small" onClick={tryAgain} className={className}>
      Try again
    </Button>
  )
}
