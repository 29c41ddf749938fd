import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { headCountOf, headCountWords, sectorLabels } from '../../domain/audience.ts'
import type { AffectedClient, LawChange } from '../../domain/law-change.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog, DialogCancel } from '../kit/Dialog.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { affectedClients } from './queries.ts'
import { dateWords, texts } from './words.ts'

type AffectedDialogProps = { change: LawChange; onNotify: () => void; onClose: () => void }

/** The user's clients to whom a law update applies or may apply, with their known size and sector. */
export function AffectedDialog({ change, onNotify, onClose }: AffectedDialogProps) {
  const query = useInfiniteQuery(affectedClients(change.id))
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={change.title}
      description={texts.affected(dateWords(change))}
      footer={
        <>
          <DialogCancel>Close</DialogCancel>
          <Button variant="primary" disabled={(query.data?.pages[0]?.items.length ?? 0) === 0} onClick={onNotify}>
            Notify clients
          </Button>
        </>
      }
    >
      <PagedList
        query={query}
        empty={
          <EmptyState title="No clients affected yet">
            Clients will appear here when their number of employees and sector match.
          </EmptyState>
        }
      >
        {(clients) => (
          <ul aria-label="Affected clients" className="divide-y divide-line">
            {clients.map((client) => (
              <li key={client.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
                <div className="min-w-0">
                  <Link
                    to="/client-folders/$id"
                    params={{ id: client.id }}
                    className="link finger-high wrap-anywhere text-body"
                  >
                    {client.name}
                  </Link>
                  <p className="text-meta text-ink-3">{employerWords(client)}</p>
                </div>
                <Badge tone={client.applies === 'yes' ? 'warn' : 'neutral'}>
                  {client.applies === 'yes' ? 'Applies' : 'May apply'}
                </Badge>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Dialog>
  )
}

function employerWords(client: AffectedClient): string {
  const size = headCountOf(client)
  return [
    size === null ? 'Number of employees not provided' : headCountWords(size),
    client.sector === null ? 'sector not provided' : sectorLabels[client.sector],
  ].join(', ')
}
