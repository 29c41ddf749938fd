import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { exportUsers } from '../../api/users.ts'
import { Role } from '../../domain/actor.ts'
import type { UserView } from '../../domain/user.ts'
import { Button } from '../kit/Button.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { ListFilters, useListState } from '../kit/ListFilters.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Panel } from '../kit/Panel.tsx'
import { choicesOf } from '../kit/SelectField.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { ExportButton } from '../kit/ExportButton.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { DeactivateUser } from './DeactivateUser.tsx'
import { TransferWorkDialog } from './TransferWorkDialog.tsx'
import { type UserFilter, usersFound, usersQuery } from './queries.ts'
import { UserDialog } from './UserDialog.tsx'
import { orders, roleNames, texts } from './words.ts'
import { UsersTable } from './UsersTable.tsx'

const roleChoices = choicesOf(Role.options, roleNames)
const statusChoices = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
]

/** All users; the search, filters, and open dialog are in the URL. */
export function UsersPanel() {
  const state = useListState(['q', 'role', 'status', 'order'], 'order')
  const { q, role, status, order } = state.values
  const [openId, setOpenId] = useUrlState('user', '', { backCloses: true })
  const [leaving, setLeaving] = useState<UserView | null>(null)
  const filter: UserFilter = {
    q,
    role: Role.options.find((each) => each === role) ?? '',
    active: status === 'active' ? 'true' : status === 'inactive' ? 'false' : '',
    order,
  }
  const query = useInfiniteQuery(usersFound(filter))
  const known = query.data?.pages.flatMap((page) => page.items).find((user) => user.id === openId)
  return (
    <Panel title="All Users" flush className="overflow-clip">
      <ListFilters
        label="Search users"
        state={state}
        words="q"
        filters={[
          { name: 'role', label: 'Role', all: 'All roles', choices: roleChoices },
          { name: 'status', label: 'Status', all: 'Any status', choices: statusChoices },
          { name: 'order', label: 'Sort by', all: 'Newest first', choices: orders },
        ]}
      >
        <ExportButton endpoint={exportUsers} query={usersQuery(filter)} what="users" />
      </ListFilters>
      <PagedList
        query={query}
        more="Show more users"
        loading={<SkeletonRows rows={8} rowHeight="h-11" label="Loading users" />}
        empty={
          state.isFiltered ? (
            <NoUsersFound onShowAll={state.clear} />
          ) : (
            <EmptyState title="No users yet">{texts.noUsers}</EmptyState>
          )
        }
      >
        {(users) => (
          <UsersTable
            users={users}
            order={order}
            onOrder={(next) => state.set('order', next)}
            onOpen={(user) => setOpenId(user.id)}
            onDeactivate={setLeaving}
          />
        )}
      </PagedList>
      {openId !== '' && <UserDialog key={openId} id={openId} known={known} onClose={() => setOpenId('')} />}
      {leaving !== null &&
        (leaving.allowed.includes('hand-over') ? (
          <TransferWorkDialog user={leaving} deactivate onClose={() => setLeaving(null)} />
        ) : (
          <DeactivateUser user={leaving} onClose={() => setLeaving(null)} />
        ))}
    </Panel>
  )
}

function NoUsersFound({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState title="No matching users" action={<Button onClick={onShowAll}>Show all users</Button>}>
      You can search by name, email, username, and company.
    </EmptyState>
  )
}
