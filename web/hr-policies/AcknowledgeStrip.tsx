import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowDown, CircleCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { applies } from '../../domain/audience.ts'
import type { HrPolicyView } from '../../domain/hr-policy-version.ts'
import { Button } from '../kit/Button.tsx'
import { buttonStyle } from '../kit/button-style.ts'
import { classes } from '../kit/classes.ts'
import { useAcknowledge } from './acknowledge.ts'
import { DifferencesDialog } from './DifferencesDialog.tsx'
import { useEmployer } from './employer.ts'
import { policiesFound } from './queries.ts'
import { texts } from './words.ts'

const endId = 'acknowledge-this-policy'

/** Above the text: whether the client has acknowledged the current version, and the way to its end. */
export function AcknowledgeStrip({ policy }: { policy: HrPolicyView }) {
  const { allowed, acknowledgedVersion, currentVersion } = policy
  const [comparing, setComparing] = useState(false)
  if (allowed.includes('acknowledge'))
    return (
      <section
        aria-label="Acknowledgment"
        className="no-print edge-forced mb-5 flex flex-wrap items-center justify-between gap-x-5 gap-y-3 rounded-lg bg-warn-soft px-4 py-3.5 text-warn sm:px-5"
      >
        <p className="min-w-0 flex-1 basis-64 text-body">
          {acknowledgedVersion === null
            ? texts.notAcknowledged
            : `You acknowledged version ${acknowledgedVersion}. Version ${currentVersion} is new.`}
        </p>
        <div className="flex flex-wrap gap-2">
          {acknowledgedVersion !== null && <Button onClick={() => setComparing(true)}>Show what changed</Button>}
          <a href={`#${endId}`} className={classes(buttonStyle('ghost'), 'max-sm:-ml-3.5')}>
            <ArrowDown />
            Go to the end
          </a>
        </div>
        {comparing && acknowledgedVersion !== null && (
          <DifferencesDialog
            policy={policy}
            from={acknowledgedVersion}
            to={currentVersion}
            onClose={() => setComparing(false)}
          />
        )}
      </section>
    )
  if (acknowledgedVersion !== currentVersion) return null
  return (
    <p className="mb-5 flex items-center gap-2 text-body text-ok">
      <CircleCheck size={18} />
      You acknowledged version {currentVersion}.
    </p>
  )
}

/** At the end of the text: where a client says that they have read it. */
export function AcknowledgeAtEnd({ policy }: { policy: HrPolicyView }) {
  const { allowed, acknowledgedVersion, currentVersion } = policy
  const mayAcknowledge = allowed.includes('acknowledge')
  const acknowledge = useAcknowledge(policy)
  const section = useRef<HTMLElement>(null)
  /** The button is removed; the section has the result and the link to the next policy. */
  function focusResult() {
    const { activeElement, body } = document
    if (activeElement === body || section.current?.contains(activeElement) === true)
      section.current?.focus({ preventScroll: true })
  }
  if (!mayAcknowledge && acknowledgedVersion !== currentVersion) return null
  return (
    <section
      ref={section}
      id={endId}
      tabIndex={-1}
      aria-label={mayAcknowledge ? 'Acknowledge this policy' : 'Acknowledgment'}
      className="no-print edge-forced mt-10 max-w-[68ch] scroll-mt-6 rounded-lg bg-mist px-4 py-4 outline-none sm:px-5"
    >
      {mayAcknowledge ? (
        <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3">
          <p className="min-w-0 flex-1 basis-64 text-body text-ink">{texts.acknowledge}</p>
          <Button
            variant="primary"
            pending={acknowledge.isPending}
            onClick={() => acknowledge.mutate(undefined, { onSuccess: focusResult })}
          >
            Acknowledge version {currentVersion}
          </Button>
        </div>
      ) : (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-body">
          <span className="flex items-center gap-2 text-ok">
            <CircleCheck size={18} />
            Version {currentVersion} acknowledged
          </span>
          <NextPolicy />
        </p>
      )}
    </section>
  )
}

/** The next required policy that the client has not acknowledged. */
function NextPolicy() {
  const employer = useEmployer()
  const { data } = useInfiniteQuery(policiesFound({ q: '', category: '', status: 'active' }))
  const next = data?.pages
    .flatMap(({ items }) => items)
    .find(
      ({ isRequired, allowed, appliesTo }) =>
        isRequired && allowed.includes('acknowledge') && (!employer.isKnown || applies(appliesTo, employer) !== 'no'),
    )
  if (next === undefined) return null
  return (
    <Link to="/hr-policies/$slug" params={{ slug: next.slug }} search={employer.search} className="link finger-high">
      Next: {next.title}
    </Link>
  )
}
