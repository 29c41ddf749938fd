import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { HrPolicyVersionSummary, HrPolicyView } from '../../domain/hr-policy-version.ts'
import { Button } from '../kit/Button.tsx'
import { buttonStyle } from '../kit/button-style.ts'
import { formatDateWithYear } from '../kit/dates.ts'
import { Badge } from '../kit/StatusBadge.tsx'
import { DifferencesDialog } from './DifferencesDialog.tsx'
import { PublishDialog } from './PublishDialog.tsx'

type VersionsProps = {
  policy: HrPolicyView
  /** The one on the page. */
  shown: number
}

/** All versions, the latest first: to read, to compare, and to write the next one from. */
export function Versions({ policy, shown }: VersionsProps) {
  const [compared, setCompared] = useState<{ from: number; to: number } | null>(null)
  const [startingFrom, setStartingFrom] = useState<number | null>(null)
  const { slug, versions, currentVersion, allowed } = policy
  return (
    <section aria-labelledby="policy-versions" className="no-print">
      <h2 id="policy-versions" className="mb-3 font-display text-subtitle text-ink">
        Versions
      </h2>
      <ol className="divide-y divide-line border-y border-line">
        {versions.map((version) => (
          <li key={version.id} className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 py-3">
            <VersionFacts version={version} />
            <div className="flex flex-wrap gap-1">
              {version.number !== shown && (
                <Link
                  to="/hr-policies/$slug"
                  params={{ slug }}
                  search={(old) => ({
                    ...old,
                    version: version.isCurrent ? undefined : String(version.number),
                  })}
                  className={buttonStyle('ghost', 'small')}
                >
                  Read<span className="sr-only"> version {version.number}</span>
                </Link>
              )}
              {version.number > 1 && (
                <Button size="small" variant="ghost" onClick={() => setCompared(comparison(version, currentVersion))}>
                  <span>
                    Show changes<span className="sr-only"> of version {version.number}</span>
                  </span>
                </Button>
              )}
              {allowed.includes('publish') && !version.isCurrent && (
                <Button size="small" variant="ghost" onClick={() => setStartingFrom(version.number)}>
                  <span>
                    Publish again<span className="sr-only"> version {version.number}</span>
                  </span>
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
      {compared !== null && <DifferencesDialog policy={policy} {...compared} onClose={() => setCompared(null)} />}
      {startingFrom !== null && (
        <PublishDialog policy={policy} from={startingFrom} onClose={() => setStartingFrom(null)} />
      )}
    </section>
  )
}

/** With the version before; a text that waits to be taken over, with the one in use. */
const comparison = ({ number }: HrPolicyVersionSummary, current: number) => ({
  from: number > current ? current : number - 1,
  to: number,
})

function VersionFacts({ version }: { version: HrPolicyVersionSummary }) {
  const { number, isCurrent, note, asOf, publishedAt, publishedByName, cameWithPortal } = version
  const from = cameWithPortal
    ? 'Included with the portal'
    : `${publishedByName ?? 'Someone'}, ${formatDateWithYear(publishedAt)}`
  return (
    <div className="min-w-0 flex-1 basis-64">
      <p className="flex flex-wrap items-center gap-2 text-body font-semibold text-ink">
        Version {number}
        {isCurrent && <Badge tone="ok">Current</Badge>}
      </p>
      {note !== null && !cameWithPortal && <p className="text-body wrap-anywhere text-ink-2">{note}</p>}
      <p className="tabular text-meta text-ink-3">
        {from}. Current as of {formatDateWithYear(asOf)}.
      </p>
    </div>
  )
}
