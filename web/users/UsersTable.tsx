import type { UserView } from '../../domain/user.ts'
import { Button } from '../kit/Button.tsx'
import { DataTable } from '../kit/DataTable.tsx'
import type { DataColumn } from '../kit/data-column.ts'
import { formatDate } from '../kit/dates.ts'
import type { Place } from '../kit/link-target.ts'
import { Email } from '../kit/PersonName.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { Badge, StatusBadge } from '../kit/StatusBadge.tsx'
import { fullName } from '../session/names.ts'
import { accessNames, roleNames } from './words.ts'

type UserActions = {
  onOpen: (user: UserView) => void
  onDeactivate: (user: UserView) => void
}

type UsersTableProps = UserActions & {
  users: readonly UserView[]
  order: string
  onOrder: (order: string) => void
}

export function UsersTable({ users, order, onOrder, ...actions }: UsersTableProps) {
  return (
    <DataTable
      label="All users"
      rows={users}
      rowKey={({ id }) => id}
      title={fullName}
      page={pageOf}
      columns={columns}
      order={order}
      onOrder={onOrder}
      actionsWidth="w-40"
      actions={(user) => <Actions user={user} {...actions} />}
      cards={(rows) => (
        <RowList label="All users">
          {rows.map((user) => (
            <Row
              key={user.id}
              {...pageOf(user)}
              title={fullName(user)}
              context={<Email>{user.email}</Email>}
              meta={[user.company, `added ${formatDate(user.createdAt)}`].filter(Boolean).join(' · ')}
              middle={badgesOf(user)}
              action={<Actions user={user} {...actions} />}
            />
          ))}
        </RowList>
      )}
    />
  )
}

/** Opens in a dialog above the list, which keeps its scroll position. */
const pageOf = ({ id }: UserView): Place => ({
  to: '/user-management',
  search: (old) => ({ ...old, user: id }),
  resetScroll: false,
})

const badgesOf = ({ role, staffAccess, isActive, emailBounces }: UserView) => (
  <span className="flex flex-wrap gap-1.5">
    <StatusBadge kind="role" status={role} label={roleNames[role]} />
    {staffAccess !== 'consultant' && <Badge>{accessNames[staffAccess]}</Badge>}
    {!isActive && <Badge>Inactive</Badge>}
    {emailBounces && <Badge tone="danger">Email bounces</Badge>}
  </span>
)

function Actions({ user, onOpen, onDeactivate }: UserActions & { user: UserView }) {
  const verb = user.allowed.includes('edit') ? 'Edit' : 'View'
  return (
    <>
      <Button size="small" variant="ghost" onClick={() => onOpen(user)} aria-label={`${verb} ${fullName(user)}`}>
        {verb}
      </Button>
      {user.allowed.includes('deactivate') && (
        <Button
          size="small"
          variant="ghost"
          onClick={() => onDeactivate(user)}
          aria-label={`Deactivate ${fullName(user)}`}
        >
          Deactivate
        </Button>
      )}
    </>
  )
}

const columns: DataColumn<UserView>[] = [
  { id: 'name', header: 'Name', ascending: 'name', descending: 'name-desc', cell: fullName },
  {
    id: 'email',
    header: 'Email',
    ascending: 'email',
    descending: 'email-desc',
    cell: ({ email }) => <Email>{email}</Email>,
    wraps: true,
    width: 'w-60',
    hides: true,
  },
  { id: 'role', header: 'Role', cell: badgesOf, wraps: true, width: 'w-44' },
  {
    id: 'company',
    header: 'Company',
    cell: ({ company }) => company !== null && <span title={company}>{company}</span>,
    width: 'w-36',
    hides: true,
    from: 'extraLarge',
  },
  {
    id: 'added',
    header: 'Added',
    ascending: 'oldest',
    descending: '',
    cell: ({ createdAt }) => formatDate(createdAt),
    width: 'w-28',
    hides: true,
    from: 'large',
  },
]
