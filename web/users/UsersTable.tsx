import type { UserView } from '../../domain/user.ts'
import { Button } from '../kit/Button.tsx'
import { Email } from '../kit/PersonName.tsx'
import { formatDate } from '../kit/dates.ts'
import { useMedia } from '../kit/media.ts'
import { Badge, StatusBadge } from '../kit/StatusBadge.tsx'
import { type Column, Table } from '../kit/Table.tsx'
import { fullName } from '../session/names.ts'
import { roleNames } from './words.ts'

type UsersTableProps = {
  users: readonly UserView[]
  /** Everything is loaded: only then would sorting sort everything. */
  isAll: boolean
  onOpen: (user: UserView) => void
  onDeactivate: (user: UserView) => void
}

export function UsersTable({ users, isAll, onOpen, onDeactivate }: UsersTableProps) {
  // Next to the rail and on tablets, actions take precedence over columns that the dialog also shows.
  const hasRoom = useMedia('(width >= 80rem)')
  const shown = hasRoom ? columns : narrow
  return (
    <Table
      caption="All users"
      rows={users}
      columns={isAll ? shown : unsorted(shown)}
      rowKey={(user) => user.id}
      onOpen={onOpen}
      actions={(user) => (
        <>
          <Button
            size="small"
            variant="ghost"
            onClick={() => onOpen(user)}
            aria-label={`${verb(user)} ${fullName(user)}`}
          >
            {verb(user)}
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
      )}
    />
  )
}

const verb = (user: UserView) => (user.allowed.includes('edit') ? 'Edit' : 'View')

/** On phones there is room below each other. */
const Cut = ({ children }: { children: string }) => (
  <span dir="auto" title={children} className="block break-words own-direction sm:truncate">
    {children}
  </span>
)

const columns: readonly [Column<UserView>, ...Column<UserView>[]] = [
  {
    key: 'name',
    header: 'Name',
    value: fullName,
    share: 'w-[20%]',
    cell: (user) => <Cut>{fullName(user)}</Cut>,
  },
  {
    key: 'email',
    header: 'Email',
    value: (user) => user.email,
    share: 'w-[25%]',
    cell: (user) => <Email>{user.email}</Email>,
  },
  {
    key: 'role',
    header: 'Role',
    value: (user) => roleNames[user.role],
    cell: (user) => (
      <span className="inline-flex flex-wrap justify-end gap-1.5">
        <StatusBadge kind="role" status={user.role} label={roleNames[user.role]} />
        {!user.isActive && <Badge>Inactive</Badge>}
      </span>
    ),
  },
  {
    key: 'company',
    header: 'Company',
    value: (user) => user.company ?? '',
    wideOnly: true,
    share: 'w-[18%]',
    cell: (user) => <Cut>{user.company ?? '–'}</Cut>,
  },
  {
    key: 'createdAt',
    header: 'Added',
    value: (user) => user.createdAt,
    cell: (user) => <span className="whitespace-nowrap">{formatDate(user.createdAt)}</span>,
  },
]

type Columns = typeof columns

const narrow: Columns = [columns[0], ...columns.slice(1).filter(({ key }) => key !== 'company' && key !== 'createdAt')]

const unsorted = ([name, ...others]: Columns): Columns => [
  { ...name, value: undefined },
  ...others.map((column) => ({ ...column, value: undefined })),
]
