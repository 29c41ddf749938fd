import { applies, describeAudience } from '../../domain/audience.ts'
import type { HrPolicyVersionView, HrPolicyView } from '../../domain/hr-policy-version.ts'
import { classes } from '../kit/classes.ts'
import { formatDateWithYear } from '../kit/dates.ts'
import { usePhone } from '../kit/media.ts'
import { Applying } from './Applying.tsx'
import { EmployerFields } from './EmployerFields.tsx'
import { useEmployer } from './employer.ts'

type PolicyFactsProps = {
  policy: HrPolicyView
  /** An earlier version that is shown instead of the current one. */
  version: HrPolicyVersionView | null
}

/** What one knows before reading: how old the text is, when it is looked at again, and whom it is for. */
export function PolicyFacts({ policy, version }: PolicyFactsProps) {
  const employer = useEmployer()
  const isPhone = usePhone()
  const { appliesTo, nextReview } = version ?? policy
  const facts = [
    ['Current as of', formatDateWithYear(version?.asOf ?? policy.effectiveDate)],
    ['Next review', formatDateWithYear(nextReview)],
    ['Version', String(version?.number ?? policy.currentVersion)],
    ['Applies to', describeAudience(appliesTo)],
  ]
  const content = (
    <>
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        {facts.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-meta text-ink-3">{label}</dt>
            <dd className="tabular text-body font-semibold text-ink">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="no-print mt-4 flex flex-wrap items-end gap-x-5 gap-y-2 border-t border-line pt-4">
        <EmployerFields employer={employer} />
        <output className="pb-2">{employer.isKnown && <Applying answer={applies(appliesTo, employer)} />}</output>
      </div>
    </>
  )
  const look = 'rounded-lg border border-line bg-surface px-4 shadow-sheet sm:px-5'
  if (!isPhone) return <div className={classes(look, 'mb-6 py-4')}>{content}</div>
  return (
    <details className={classes(look, 'mb-4')}>
      <summary className="cursor-pointer py-3 text-panel text-ink">Version, review date, and who it applies to</summary>
      <div className="pb-4">{content}</div>
    </details>
  )
}
