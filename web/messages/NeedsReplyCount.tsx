import { useQuery } from '@tanstack/react-query'
import { CountBadge } from '../notifications/CountBadge.tsx'
import { countWords } from '../notifications/words.ts'
import { unansweredFigures } from './queries.ts'

/** The number of threads that need a reply, next to the link to them. */
export function NeedsReplyCount({ className }: { className?: string }) {
  const count = useQuery(unansweredFigures).data?.waiting
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
