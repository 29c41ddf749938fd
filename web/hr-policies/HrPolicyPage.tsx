import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { buttonStyle } from '../kit/button-style.ts'
import { CallError } from '../kit/call.ts'
import { EmptyState, ErrorState } from '../kit/EmptyState.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { useHome } from '../session/names.ts'
import { PolicyView } from './PolicyView.tsx'
import { policyBySlug, policyVersion } from './queries.ts'

const library = [{ label: 'HR policies', to: '/hr-policies' }] as const

/** One policy to read: the current version, or an earlier one that the address names. */
export default function HrPolicyPage() {
  const { slug } = useParams({ from: '/hr-policies/$slug' })
  const [version] = useUrlState('version', '')
  const query = useQuery(policyBySlug(slug))
  const number = Number(version)
  const asked = Number.isInteger(number) && number > 0 && number !== query.data?.currentVersion ? number : null
  const earlier = useQuery({ ...policyVersion(slug, asked ?? 0), enabled: asked !== null && query.isSuccess })
  const home = useHome()
  const failed = query.error ?? (asked === null ? null : earlier.error)
  if (query.data !== undefined && (asked === null || earlier.data !== undefined))
    return <PolicyView key={slug} policy={query.data} version={asked === null ? null : (earlier.data ?? null)} />
  return (
    <>
      <PageHeader home={home} crumbs={library} title="HR policy" backToDashboard={false} />
      <Panel flush>
        {failed instanceof CallError && failed.status === 404 ? (
          <EmptyState
            title="This policy is not here"
            action={
              <Link to="/hr-policies" className={buttonStyle()}>
                All policies
              </Link>
            }
          >
            It does not exist, or it is no longer in use.
          </EmptyState>
        ) : failed !== null ? (
          <ErrorState error={failed} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonRows rows={8} label="Loading the policy" />
        )}
      </Panel>
    </>
  )
}
