import { useInfiniteQuery } from '@tanstack/react-query'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { EndCover } from './EndCover.tsx'
import { coversOf } from './queries.ts'
import { periodInWords, states } from './words.ts'

/** Who covers the client folders of a person, and whom they cover. */
export function CoverList({ userId }: { userId: string }) {
  const query = useInfiniteQuery(coversOf(userId))
  return (
    <PagedList
      query={query}
      more="Show earlier covers"
      empty={<EmptyState title="No cover yet">Planned and earlier covers will appear here.</EmptyState>}
    >
      {(covers) => (
        <RowList label="Cover">
          {covers.map((cover) => (
            <Row
              key={cover.id}
              title={cover.userId === userId ? `Covered by ${cover.colleagueName}` : `Covering for ${cover.userName}`}
              aside={<Badge tone={states[cover.status].tone}>{states[cover.status].words}</Badge>}
              meta={periodInWords(cover)}
              action={cover.allowed.includes('end') && <EndCover cover={cover} />}
            />
          ))}
        </RowList>
      )}
    </PagedList>
  )
}
