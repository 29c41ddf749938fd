import { Button } from './Button.tsx'

type NotFilledProps = {
  /** What could not be read: "The client’s details could not be read." */
  what: string
  onRetry: () => void
}

/** Says that a form was not filled from what was chosen; typing goes on meanwhile. */
export function NotFilled({ what, onRetry }: NotFilledProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-warn-soft px-3 py-2 text-body text-warn"
    >
      <span>{what} Try again, or fill it in yourself.</span>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
