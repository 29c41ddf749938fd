import { useInfiniteQuery } from '@tanstack/react-query'
import { CardGrid } from '../kit/CardGrid.tsx'
import { PolicyCard } from './PolicyCard.tsx'
import { policiesFound } from './queries.ts'
import { texts } from './words.ts'

/** Retired policies. The server lists them only for users who may restore them. */
export function RetiredPolicies() {
  const query = useInfiniteQuery(policiesFound({ q: '', category: '', status: 'retired' }))
  const policies = query.data?.pages.flatMap((page) => page.items) ?? []
  if (policies.length === 0) return null
  return (
    <section aria-label="Retired policies" className="mt-10">
      <h2 className="font-display text-subtitle text-ink">Retired</h2>
      <p className="mt-1 mb-4 text-body text-ink-2">{texts.retired}</p>
      <CardGrid label="Retired policies">
        {policies.map((policy) => (
          <PolicyCard key={policy.id} policy={policy} applies={null} search={{}} />
        ))}
      </CardGrid>
    </section>
  )
}
