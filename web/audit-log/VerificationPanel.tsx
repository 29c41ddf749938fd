import { CircleAlert, CircleCheck } from 'lucide-react'
import type { AuditLogVerification } from '../../domain/audit-log.ts'
import { Button } from '../kit/Button.tsx'
import { sentenceOf } from '../kit/call.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { Panel } from '../kit/Panel.tsx'
import { useAuditLogVerification } from './verification.ts'

const count = (entries: number) => `${entries.toLocaleString('en-US')} ${entries === 1 ? 'entry' : 'entries'}`

/** Whether anything in the audit log was changed, removed or slipped in since it was written. */
export function VerificationPanel() {
  const { walk, start, cancel } = useAuditLogVerification()
  return (
    <Panel
      title="Verify the audit log"
      note="Each entry is cryptographically linked to the one before it, so any change, removal, or insertion is detected."
      action={
        walk.state === 'walking' ? (
          <Button onClick={cancel}>Stop</Button>
        ) : (
          <Button onClick={start}>{walk.state === 'idle' ? 'Run check' : 'Check again'}</Button>
        )
      }
    >
      <FormProblem
        problem={walk.state === 'failed' ? sentenceOf(walk.error, 'Couldn’t check the audit log. Try again.') : null}
      />
      {walk.state === 'walking' && <OnTheWay at={walk.at} />}
      <div role="status">
        {walk.state === 'done' && <Verdict found={walk.at} />}
        {walk.state === 'idle' && <p className="text-body text-ink-2">Not checked since you opened this page.</p>}
      </div>
    </Panel>
  )
}

function OnTheWay({ at }: { at: AuditLogVerification | null }) {
  const isInLinks = at === null || at.entries < at.of
  return (
    <>
      <p className="tabular text-body text-ink-2">
        {at === null
          ? 'Starting with the first entry.'
          : isInLinks
            ? `${at.entries.toLocaleString('en-US')} of ${count(at.of)} verified.`
            : `${count(at.of)} verified. Checking for inserted entries…`}
      </p>
      <progress
        aria-label="Checking the audit log"
        value={isInLinks && at !== null ? at.entries / at.of : undefined}
        max={1}
        className="mt-2 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-mist-2 [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-mist-2 [&::-webkit-progress-value]:bg-primary"
      />
    </>
  )
}

function Verdict({ found }: { found: AuditLogVerification }) {
  const isWhole = found.whole === true
  const Icon = isWhole ? CircleCheck : CircleAlert
  return (
    <div className="flex gap-3">
      <Icon size={20} className={isWhole ? 'shrink-0 text-ok' : 'shrink-0 text-danger'} />
      <div className="min-w-0">
        <p className="text-panel text-ink">{isWhole ? 'The audit log is intact' : 'The audit log was changed'}</p>
        <p className="mt-0.5 text-body wrap-anywhere text-ink-2">
          {isWhole
            ? `${count(found.entries)} verified. None were changed or are missing.`
            : `${found.fault ?? ''} ${count(found.entries)} before that verified.`}
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
