import type { ReactNode } from 'react'
import { sentenceOf } from './call.ts'
import { Ridge } from './Ridge.tsx'

/** What will be here, one sentence, and the one thing that starts it. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-center px-5 py-10 text-center">
      <Ridge className="h-12 w-48 rounded-lg" />
      <p className="mt-4 font-display text-subtitle text-ink text-balance">{title}</p>
      {children !== undefined && <div className="mt-1.5 max-w-[48ch] text-lead text-ink-2">{children}</div>}
      {action !== undefined && <div className="mt-5">{action}</div>}
    </div>
  )
}

/** The same in a narrow column, where it is good news more often than not: one calm line. */
export const EmptyLine = ({ title, children }: { title: string; children?: ReactNode }) => (
  <p className="px-4 py-4 text-body text-ink-2 sm:px-5">
    <span className="font-semibold text-ink">{title}.</span> {children}
  </p>
)

/** A list that could not be read: what happened, and a way to try again. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-center px-5 py-10 text-center">
      <p className="font-display text-subtitle text-ink text-balance">This could not be loaded</p>
      <p className="mt-1.5 max-w-[48ch] text-lead text-ink-2">
        {sentenceOf(error, 'Something went wrong on our side.')}
      </p>
      {onRetry !== undefined && (
        <button type="button" onClick={onRetry} className="mt-4 font-semibold text-link underline underline-offset-2">
          Try again
        </button>
      )}
    </div>
  )
}
