import { Button } from './Button.tsx'

type NotFilledInProps = {
  /** What could not be read: "Couldn’t load the client’s details." */
  what: string
  onRetry: () => void
}

/** Says that a form could not be filled in from the chosen record; typing is still possible. */
export function NotFilledIn({ what, onRetry }: NotFilledInProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-warn-soft px-3 py-2 text-body text-warn"
    >
      <span>{what} Try again, or enter it yourself.</span>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
