import { Button } from '../kit/Button.tsx'
import { classes } from '../kit/classes.ts'
import { numberOf, type Step, steps, stepWords } from './steps.ts'

type StepBarProps = {
  step: Step
  pending: boolean
  /** What this step waits for; until then it can't be ended. */
  hint: string | null
  onBack: () => void
  onNext: () => void
  onDecline: () => void
}

/** Always there: where one is, the way back, the next step, and the way to say no. */
export function StepBar({ step, pending, hint, onBack, onNext, onDecline }: StepBarProps) {
  return (
    <footer
      aria-label="Steps of signing"
      className="no-print border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-6">
        <div className="min-w-0 flex-1">
          <p className="text-body font-semibold whitespace-nowrap text-ink">
            Step {numberOf(step)} of {steps.length}
            <span className="font-normal text-ink-2">: {stepWords[step].short}</span>
          </p>
          <Progress step={step} />
          <p id="step-hint" role="status" className="text-meta text-ink-2">
            {hint}
          </p>
        </div>
        <Button variant="ghost" disabled={pending} onClick={onDecline}>
          Decline
        </Button>
        <div className="flex w-full gap-2 sm:w-auto">
          {step !== 'read' && (
            <Button disabled={pending} onClick={onBack}>
              Back
            </Button>
          )}
          <Button
            variant="primary"
            className="flex-1 sm:min-w-44"
            pending={pending}
            disabled={hint !== null}
            aria-describedby="step-hint"
            {...(step === 'review' ? { pendingLabel: 'Signing...' } : {})}
            onClick={onNext}
          >
            {stepWords[step].next}
          </Button>
        </div>
      </div>
    </footer>
  )
}

function Progress({ step }: { step: Step }) {
  return (
    <div className="mt-1.5 flex max-w-48 gap-1" aria-hidden="true">
      {steps.map((each) => (
        <span
          key={each}
          className={classes(
            'edge-forced h-1 flex-1 rounded-full',
            numberOf(each) <= numberOf(step) ? 'bg-primary' : 'bg-mist-2',
          )}
        />
      ))}
    </div>
  )
}
