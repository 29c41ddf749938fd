import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LegalHoldView } from '../../domain/retention.ts'
import { Button } from '../kit/Button.tsx'
import { formatDate } from '../kit/dates.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { PlaceHoldDialog, ReleaseHoldDialog } from './HoldDialogs.tsx'
import { holds } from './queries.ts'

/** Legal holds: folders of which nothing may be deleted, and why. */
export function HoldsPanel() {
  const query = useInfiniteQuery(holds)
  const [placing, setPlacing] = useState(false)
  const [releasing, setReleasing] = useState<LegalHoldView | null>(null)
  return (
    <Panel
      title="Legal holds"
      note="Nothing in these folders can be deleted."
      flush
      className="overflow-clip"
      action={
        <Button size="small" onClick={() => setPlacing(true)}>
          Place a hold
        </Button>
      }
    >
      <PagedList
        query={query}
        more="Show earlier holds"
        empty={<EmptyState title="No holds">Place a hold when you expect a claim, charge, or audit.</EmptyState>}
      >
        {(items) => (
          <RowList label="Legal holds">
            {items.map((hold) => (
              <HoldRow key={hold.id} hold={hold} onRelease={() => setReleasing(hold)} />
            ))}
          </RowList>
        )}
      </PagedList>
      {placing && <PlaceHoldDialog onClose={() => setPlacing(false)} />}
      {releasing !== null && <ReleaseHoldDialog hold={releasing} onClose={() => setReleasing(null)} />}
    </Panel>
  )
}

function HoldRow({ hold, onRelease }: { hold: LegalHoldView; onRelease: () => void }) {
  const { clientFolderId, clientFolderName, reason, placedByName, createdAt, releasedByName, releasedAt } = hold
  const isReleased = releasedAt !== null
  return (
    <Row
      title={clientFolderName}
      to="/client-folders/$id"
      params={{ id: clientFolderId }}
      aside={<Badge tone={isReleased ? 'neutral' : 'warn'}>{isReleased ? 'Released' : 'In force'}</Badge>}
      context={reason}
      meta={[
        `Placed by ${placedByName ?? 'an administrator'}, ${formatDate(createdAt)}`,
        ...(isReleased ? [`released by ${releasedByName ?? 'an administrator'}, ${formatDate(releasedAt)}`] : []),
      ].join(' · ')}
      action={
        hold.allowed.includes('release') && (
          <Button size="small" onClick={onRelease} aria-label={`Release the hold on ${clientFolderName}`}>
            Release
          </Button>
        )
      }
    />
  )
}
