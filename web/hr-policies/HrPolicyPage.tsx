import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { HrPolicyView } from '../../domain/hr-policy-version.ts'
import type { PageLoad } from '../kit/page-load.ts'
import { useUrlState } from '../kit/url-state.ts'
import { PolicyView } from './PolicyView.tsx'
import { policyBySlug, policyVersion } from './queries.ts'

export const load = ({ client, params: { slug } }: PageLoad<'slug'>) => client.ensureQueryData(policyBySlug(slug))

/** One policy to read: the current version, or an earlier one that the address names. */
export default function HrPolicyPage() {
  const { slug } = useParams({ from: '/hr-policies/$slug' })
  const [version] = useUrlState('version', '')
  const { data: policy } = useSuspenseQuery(policyBySlug(slug))
  const number = Number(version)
  if (Number.isInteger(number) && number > 0 && number !== policy.currentVersion)
    return <EarlierVersion key={slug} policy={policy} number={number} />
  return <PolicyView key={slug} policy={policy} version={null} />
}

function EarlierVersion({ policy, number }: { policy: HrPolicyView; number: number }) {
  const { data: version } = useSuspenseQuery(policyVersion(policy.slug, number))
  return <PolicyView policy={policy} version={version} />
}
