import { useInfiniteQuery } from '@tanstack/react-query'
import { CardGrid } from '../kit/CardGrid.tsx'
import { PolicyCard } from './PolicyCard.tsx'
import { policiesFound } from './queries.ts'

/** What is out of use. The server lists it for those who may bring it back; nobody else sees this heading. */
export function RetiredPolicies() {
  const query = useInfiniteQuery(policiesFound({ q: '', category: '', status: 'retired' }))
  const policies = query.data?.pages.flatMap((page) => page.items) ?? []
  if (policies.length === 0) return null
  return (
    <section aria-label="Retired policies" className="mt-10">
      <h2 className="font-display text-subtitle text-ink">Retired</h2>
      <p className="mt-1 mb-4 text-body text-ink-2">Only administrators see these. Open one to bring it back.</p>
      <CardGrid label="Retired policies">
        {policies.map((policy) => (
          <PolicyCard key={policy.id} policy={policy} applies={null} search={{}} />
        ))}
      </CardGrid>
    </section>
  )
}
