import { Button } from '../kit/Button.tsx'

type SigningBarProps = {
  /** "contract" or "document". */
  word: string
  pending: boolean
  /** What signing waits for; until then it is disabled. */
  hint: string | null
  /** The id of the form that the button submits. */
  formId: string
  /** Null for a team member, who can't decline. */
  onDecline: (() => void) | null
  /** On a phone, while the form is below what is visible. */
  onGoToSignature?: () => void
}

/** Always visible: what is next, the one button for it, and the way to decline. */
export function SigningBar({ word, pending, hint, formId, onDecline, onGoToSignature }: SigningBarProps) {
  const isReading = onGoToSignature !== undefined
  return (
    <section
      aria-label={`Sign this ${word}`}
      className="no-print border-t border-line bg-surface px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] sm:px-6"
    >
      <p className="mb-2 text-body font-semibold text-ink lg:hidden">
        Step {isReading ? 1 : 2} of 2
        <span className="font-normal text-ink-2">: {isReading ? `Read the ${word}` : `Sign the ${word}`}</span>
      </p>
      <p id="signing-hint" role="status" className="mb-2 text-meta text-ink-2 empty:hidden">
        {hint}
      </p>
      <div className="flex gap-2">
        {onDecline !== null && (
          <Button variant="ghost" disabled={pending} onClick={onDecline}>
            Decline
          </Button>
        )}
        {isReading ? (
          <Button variant="primary" className="flex-1" onClick={onGoToSignature}>
            Go to signature
          </Button>
        ) : (
          <Button
            type="submit"
            form={formId}
            variant="primary"
            className="flex-1"
            pending={pending}
            pendingLabel="Signing..."
            disabled={hint !== null}
            aria-describedby="signing-hint"
          >
            Sign {word}
          </Button>
        )}
      </div>
    </section>
  )
}
