import type { Applies } from '../../domain/audience.ts'
import type { HrPolicyItem } from '../../domain/hr-policy-version.ts'
import { policyCategoryLabels } from '../../domain/hr-policy.ts'
import { Card } from '../kit/CardGrid.tsx'
import { formatDateWithYear } from '../kit/dates.ts'
import { Badge } from '../kit/StatusBadge.tsx'
import { Applying } from './Applying.tsx'
import { PolicyDownloads } from './PolicyDownloads.tsx'
import type { EmployerSearch } from './employer-search.ts'

const maxTags = 3

/** Whether a client has acknowledged a required policy. */
function OwnAcknowledgment({ policy }: { policy: HrPolicyItem }) {
  if (policy.acknowledgedVersion === policy.currentVersion) return <Badge tone="ok">Acknowledged</Badge>
  if (!policy.isRequired || !policy.allowed.includes('acknowledge')) return null
  return <Badge tone="warn">{policy.acknowledgedVersion === null ? 'Not acknowledged' : 'New version'}</Badge>
}

type PolicyCardProps = {
  policy: HrPolicyItem
  /** Null where nothing is known of the employer. */
  applies: Applies | null
  search: EmployerSearch
}

export function PolicyCard({ policy, applies, search }: PolicyCardProps) {
  const { slug, title, category, isRequired, description, tags, lastUpdated, isActive } = policy
  const hidden = tags.length - maxTags
  return (
    <Card
      title={title}
      to="/hr-policies/$slug"
      params={{ slug }}
      search={search}
      faded={!isActive || applies === 'no'}
      kicker={
        <>
          <Badge>{policyCategoryLabels[category]}</Badge>
          {isRequired && <Badge tone="info">Required</Badge>}
          {!isActive && <Badge>Retired</Badge>}
          <OwnAcknowledgment policy={policy} />
        </>
      }
      meta={
        <>
          <span className="block">Last updated: {formatDateWithYear(lastUpdated)}</span>
          {applies !== null && <Applying answer={applies} />}
        </>
      }
      actions={<PolicyDownloads slug={slug} title={title} size="small" />}
    >
      <p className="mt-2 text-body wrap-anywhere text-ink-2">{description}</p>
      <ul aria-label="Tags" className="mt-3 flex flex-wrap gap-1.5">
        {tags.slice(0, maxTags).map((tag) => (
          <li key={tag} className="edge-forced rounded-sm bg-mist px-1.5 py-0.5 text-micro text-ink-2">
            {tag}
          </li>
        ))}
        {hidden > 0 && <li className="px-1 py-0.5 text-micro text-ink-3">+{hidden} more</li>}
      </ul>
    </Card>
  )
}
