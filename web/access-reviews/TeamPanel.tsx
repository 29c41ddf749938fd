import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TeamMemberAccess } from '../../domain/access-review.ts'
import { Button } from '../kit/Button.tsx'
import { EmptyLine, EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { statusWords } from '../kit/StatusBadge.tsx'
import { foldersOf, teamAccess } from './queries.ts'
import { accessInWords, reasonsInWords, signedInWords } from './words.ts'

/** Each team member, what they see, and which folders and why. */
export function TeamPanel() {
  const query = useInfiniteQuery(teamAccess)
  const [open, setOpen] = useState<TeamMemberAccess | null>(null)
  return (
    <Panel title="Team" flush className="overflow-clip">
      <PagedList
        query={query}
        more="Show more team members"
        loading={<SkeletonRows label="Loading the team" />}
        empty={<EmptyState title="No team members yet">Team members will appear here when you add them.</EmptyState>}
      >
        {(people) => (
          <RowList label="Team members">
            {people.map((person) => {
              const isOpen = open?.id === person.id
              return (
                <Row
                  key={person.id}
                  title={person.name}
                  context={accessInWords(person)}
                  meta={`${person.email} · ${signedInWords(person.lastSignedInAt)}`}
                  action={
                    person.folders !== null &&
                    person.folders > 0 && (
                      <Button
                        size="small"
                        variant="ghost"
                        aria-expanded={isOpen}
                        onClick={() => setOpen(isOpen ? null : person)}
                      >
                        {isOpen ? 'Hide folders' : 'Show folders'}
                        <span className="sr-only"> of {person.name}</span>
                      </Button>
                    )
                  }
                  below={isOpen ? <Folders person={person} /> : undefined}
                />
              )
            })}
          </RowList>
        )}
      </PagedList>
    </Panel>
  )
}

function Folders({ person: { id, name } }: { person: TeamMemberAccess }) {
  const query = useInfiniteQuery(foldersOf(id))
  return (
    <div className="w-full rounded-md border border-line">
      <PagedList
        query={query}
        more="Show more folders"
        loading={<SkeletonRows rows={2} label="Loading the folders" />}
        empty={<EmptyLine title="No client folders">Access may have changed just now.</EmptyLine>}
      >
        {(folders) => (
          <RowList label={`Client folders of ${name}`}>
            {folders.map((folder) => (
              <Row
                key={folder.id}
                to="/client-folders/$id"
                params={{ id: folder.id }}
                title={folder.name}
                meta={`${statusWords(folder.status)} · ${reasonsInWords(folder.reasons)}`}
              />
            ))}
          </RowList>
        )}
      </PagedList>
    </div>
  )
}
