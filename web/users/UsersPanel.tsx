import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Role } from '../../domain/actor.ts'
import type { UserView } from '../../domain/user.ts'
import { Button } from '../kit/Button.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { DeactivateUser } from './DeactivateUser.tsx'
import { HandOverDialog } from './HandOverDialog.tsx'
import { usersFound } from './queries.ts'
import { UserDialog } from './UserDialog.tsx'
import { UserFilters } from './UserFilters.tsx'
import { UsersTable } from './UsersTable.tsx'

/** All users; what is searched, filtered and opened stands in the address. */
export function UsersPanel() {
  const [q, setWords] = useUrlState('q', '')
  const [role, setRole] = useUrlState('role', '')
  const [status, setStatus] = useUrlState('status', '')
  const [openId, setOpenId] = useUrlState('user', '', { backCloses: true })
  const [leaving, setLeaving] = useState<UserView | null>(null)
  const query = useInfiniteQuery(
    usersFound({
      q,
      role: Role.options.find((each) => each === role) ?? '',
      active: status === 'active' ? 'true' : status === 'inactive' ? 'false' : '',
    }),
  )
  const known = query.data?.pages.flatMap((page) => page.items).find((user) => user.id === openId)
  const isFiltered = q !== '' || role !== '' || status !== ''
  return (
    <Panel title="All Users" note="Newest first" flush className="overflow-clip">
      <UserFilters {...{ q, role, status }} onWords={setWords} onRole={setRole} onStatus={setStatus} />
      <PagedList
        query={query}
        more="Show more users"
        loading={<SkeletonRows rows={8} rowHeight="h-11" label="Loading users" />}
        empty={
          isFiltered ? (
            <NobodyFound
              onShowAll={() => {
                setWords('')
                setRole('')
                setStatus('')
              }}
            />
          ) : (
            <EmptyState title="No users yet">Create the first one; they choose their own password.</EmptyState>
          )
        }
      >
        {(users) => (
          <UsersTable
            users={users}
            isAll={!query.hasNextPage}
            onOpen={(user) => setOpenId(user.id)}
            onDeactivate={setLeaving}
          />
        )}
      </PagedList>
      {openId !== '' && <UserDialog key={openId} id={openId} known={known} onClose={() => setOpenId('')} />}
      {leaving !== null &&
        (leaving.allowed.includes('hand-over') ? (
          <HandOverDialog user={leaving} deactivate onClose={() => setLeaving(null)} />
        ) : (
          <DeactivateUser user={leaving} onClose={() => setLeaving(null)} />
        ))}
    </Panel>
  )
}

function NobodyFound({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState title="Nobody matches" action={<Button onClick={onShowAll}>Show all users</Button>}>
      The search looks at names, email, username and company.
    </EmptyState>
  )
}
