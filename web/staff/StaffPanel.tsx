import { useInfiniteQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '../kit/Avatar.tsx'
import { Button } from '../kit/Button.tsx'
import { Email } from '../kit/PersonName.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { StatusBadge } from '../kit/StatusBadge.tsx'
import { AddStaffDialog } from './AddStaffDialog.tsx'
import { nameOf, staffFound } from './queries.ts'

/** The staff, and the way to add one. Anyone who is here is active. */
export function StaffPanel() {
  const [adding, setAdding] = useState(false)
  const query = useInfiniteQuery(staffFound())
  const add = (
    <Button onClick={() => setAdding(true)}>
      <UserPlus />
      Add staff member
    </Button>
  )
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2 sm:px-5">
        <h2 className="text-panel text-ink">Staff members</h2>
        {add}
      </div>
      <PagedList
        query={query}
        empty={<EmptyState title="No staff members yet">Staff accept requests and manage client folders.</EmptyState>}
      >
        {(people) => (
          <RowList label="Staff members">
            {people.map((person) => (
              <Row
                key={person.id}
                leading={<Avatar name={nameOf(person)} />}
                title={<span className="break-words">{nameOf(person)}</span>}
                meta={<Email>{person.email}</Email>}
                middle={<StatusBadge kind="user" status="active" />}
              />
            ))}
          </RowList>
        )}
      </PagedList>
      {adding && <AddStaffDialog onClose={() => setAdding(false)} />}
    </>
  )
}
