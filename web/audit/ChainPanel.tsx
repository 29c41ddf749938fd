import { CircleAlert, CircleCheck } from 'lucide-react'
import type { TrailVerification } from '../../domain/audit.ts'
import { Button } from '../kit/Button.tsx'
import { sentenceOf } from '../kit/call.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { Panel } from '../kit/Panel.tsx'
import { useTrailWalk } from './verification.ts'

const count = (entries: number) => `${entries.toLocaleString('en-US')} ${entries === 1 ? 'entry' : 'entries'}`

/** Whether anything in the trail was changed, removed or slipped in since it was written. */
export function ChainPanel() {
  const { walk, start, cancel } = useTrailWalk()
  return (
    <Panel
      title="Is the trail whole?"
      note="Each entry carries a fingerprint of the one before it. A changed, removed or added entry shows."
      action={
        walk.state === 'walking' ? (
          <Button onClick={cancel}>Stop</Button>
        ) : (
          <Button onClick={start}>{walk.state === 'idle' ? 'Check the trail' : 'Check again'}</Button>
        )
      }
    >
      <FormProblem
        problem={
          walk.state === 'failed' ? sentenceOf(walk.error, 'The trail could not be checked. Please try again.') : null
        }
      />
      {walk.state === 'walking' && <OnTheWay at={walk.at} />}
      <div role="status">
        {walk.state === 'done' && <Verdict found={walk.at} />}
        {walk.state === 'idle' && <p className="text-body text-ink-2">Not checked since this page was opened.</p>}
      </div>
    </Panel>
  )
}

function OnTheWay({ at }: { at: TrailVerification | null }) {
  const isInLinks = at === null || at.entries < at.of
  return (
    <>
      <p className="tabular text-body text-ink-2">
        {at === null
          ? 'Beginning at the first entry.'
          : isInLinks
            ? `${at.entries.toLocaleString('en-US')} of ${count(at.of)} are as they were written.`
            : `${count(at.of)} are as they were written. Looking for any that were slipped in.`}
      </p>
      <progress
        aria-label="Checking the trail"
        value={isInLinks && at !== null ? at.entries / at.of : undefined}
        max={1}
        className="mt-2 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-mist-2 [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-mist-2 [&::-webkit-progress-value]:bg-primary"
      />
    </>
  )
}

function Verdict({ found }: { found: TrailVerification }) {
  const isWhole = found.whole === true
  const Icon = isWhole ? CircleCheck : CircleAlert
  return (
    <div className="flex gap-3">
      <Icon size={20} className={isWhole ? 'shrink-0 text-ok' : 'shrink-0 text-danger'} />
      <div className="min-w-0">
        <p className="text-panel text-ink">{isWhole ? 'The trail is whole' : 'The trail was tampered with'}</p>
        <p className="mt-0.5 text-body wrap-anywhere text-ink-2">
          {isWhole
            ? `${count(found.entries)}, each as it was written and none missing.`
            : `${found.fault ?? ''} Up to there ${count(found.entries)} are as they were written.`}
        </p>
        {found.head !== null && (
          <p className="mt-1 text-meta wrap-anywhere text-ink-3">
            Link {found.head.seq.toLocaleString('en-US')}: {found.head.hash}
          </p>
        )}
      </div>
    </div>
  )
}
