import { ChevronDown, Circle, CircleCheck } from 'lucide-react'
import type { SetupStepName, SetupChecklist } from '../../domain/setup-checklist.ts'
import { StepContent } from './StepContent.tsx'
import { formatTime } from '../kit/dates.ts'
import { outcome, titles } from './words.ts'

type StepProps = { step: { name: SetupStepName; done: boolean }; all: SetupChecklist; isNext: boolean }

/** One step: an open one expands to its instructions, and the next one is expanded automatically. */
export function Step({ step: { name, done }, all, isNext }: StepProps) {
  if (done)
    return (
      <li className="flex items-start gap-3 px-4 py-2.5 text-body text-ink-3 sm:px-5">
        <CircleCheck size={18} className="mt-px shrink-0 text-ok" />
        <span className="min-w-0 wrap-anywhere">
          {titles[name]}
          <span role="status" className="block text-meta empty:hidden">
            {doneWords(name, all)}
          </span>
        </span>
        <span className="ml-auto text-meta">Done</span>
      </li>
    )
  return (
    <li>
      <details name="first-steps" open={isNext} className="group">
        <summary className="flex cursor-pointer list-none items-center gap-3 px-4 py-2.5 transition-colors hover:bg-hover focus-visible:-outline-offset-2 sm:px-5 coarse:min-h-11 [&::-webkit-details-marker]:hidden">
          <Circle size={18} className="shrink-0 text-ink-3" />
          <span className="text-body font-semibold text-ink">{titles[name]}</span>
          <ChevronDown className="ml-auto shrink-0 text-ink-3 group-open:rotate-180" />
        </summary>
        <div className="max-w-[84ch] px-4 pt-0.5 pb-4 pl-[46px] text-body text-ink-2 sm:px-5 sm:pl-[50px]">
          <StepContent name={name} all={all} />
        </div>
      </details>
    </li>
  )
}

/** What the last thing was that one did here oneself. */
function doneWords(name: SetupStepName, { testMessage }: SetupChecklist): string | null {
  if (name !== 'mail' || testMessage === null) return null
  return outcome(testMessage, formatTime(testMessage.sentAt ?? testMessage.askedAt)).words
}
