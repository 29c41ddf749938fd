import { useInfiniteQuery } from '@tanstack/react-query'
import { rightsInWords } from '../folder-contacts/words.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { statusWords } from '../kit/StatusBadge.tsx'
import { clientSideAccess } from './queries.ts'
import { signedInWords } from './words.ts'

/** Each folder, and who sees it on the client's side. */
export function ClientSidePanel() {
  const query = useInfiniteQuery(clientSideAccess)
  return (
    <Panel title="Client side" flush className="overflow-clip">
      <PagedList
        query={query}
        more="Show more client folders"
        loading={<SkeletonRows label="Loading the client folders" />}
        empty={
          <EmptyState title="No client folders yet">Client folders will appear here when you create them.</EmptyState>
        }
      >
        {(folders) => (
          <RowList label="Client folders">
            {folders.map(({ id, name, status, people }) => (
              <Row
                key={id}
                to="/client-folders/$id"
                params={{ id }}
                title={name}
                meta={
                  people.length === 0 ? `${statusWords(status)} · no one on the client’s side` : statusWords(status)
                }
                below={
                  people.length === 0 ? undefined : (
                    <ul aria-label={`Client side of ${name}`} className="w-full space-y-1.5">
                      {people.map((person) => (
                        <li key={`${person.role} ${person.email}`} className="text-meta wrap-anywhere text-ink-2">
                          <span className="font-semibold text-ink">{person.name}</span>
                          {` · ${person.email} · `}
                          {person.rights === null ? 'Client' : rightsInWords(person.rights)}
                          {` · ${signedInWords(person.lastSignedInAt)}`}
                        </li>
                      ))}
                    </ul>
                  )
                }
              />
            ))}
          </RowList>
        )}
      </PagedList>
    </Panel>
  )
}
