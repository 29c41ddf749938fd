import { useQuery } from '@tanstack/react-query'
import { CountBadge } from '../notices/CountBadge.tsx'
import { countWords } from '../notices/words.ts'
import { waitingFigures } from './queries.ts'

/** How many threads wait for an answer, beside the way to them. */
export function WaitingCount({ className }: { className?: string }) {
  const count = useQuery(waitingFigures).data?.waiting
  if (count === undefined || count === 0) return null
  return (
    <>
      <span className="sr-only">{`${countWords(count)} waiting`}</span>
      <span aria-hidden="true" className={className}>
        <CountBadge count={count} />
      </span>
    </>
  )
}
