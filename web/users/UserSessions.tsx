import { useInfiniteQuery } from '@tanstack/react-query'
import type { UserView } from '../../domain/user.ts'
import { formatDateTime } from '../kit/dates.ts'
import { PagedList } from '../kit/PagedList.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { fullName } from '../session/names.ts'
import { sessionsOf } from './queries.ts'

/** Where somebody is signed in, before they are signed out everywhere. */
export function UserSessions({ user }: { user: UserView }) {
  const query = useInfiniteQuery(sessionsOf(user.id))
  return (
    <div className="mb-3 overflow-clip rounded-md border border-line">
      <PagedList
        query={query}
        more="Show more sessions"
        loading={<SkeletonRows rows={1} label="Loading sessions" />}
        empty={<p className="px-4 py-3 text-body text-ink-2 sm:px-5">Not signed in anywhere.</p>}
      >
        {(sessions) => (
          <RowList label={`Where ${fullName(user)} is signed in`}>
            {sessions.map(({ id, browser, address, seenAt }) => (
              <Row
                key={id}
                title={browser}
                meta={`${address === '' ? '' : `From ${address} · `}last used ${formatDateTime(seenAt)}`}
              />
            ))}
          </RowList>
        )}
      </PagedList>
    </div>
  )
}
