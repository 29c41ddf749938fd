import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'
import { AcknowledgementBadge } from './AcknowledgementBadge.tsx'
import { acknowledgementsIn } from './queries.ts'

/** On a folder, for the team: which policies its client has acknowledged, and which are missing. */
export function FolderPolicies({ folder }: { folder: ClientFolderView }) {
  const query = useInfiniteQuery(acknowledgementsIn(folder.id))
  const [open, setOpen] = useState(false)
  if (query.isError && query.data === undefined) return null
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? []
  const done = rows.filter(({ state }) => state === 'acknowledged').length
  return (
    <section aria-label="Policies" className="rounded-lg border border-line bg-surface p-4 shadow-sheet sm:p-5">
      <h3 className="text-panel text-ink">Policies</h3>
      {query.isPending && <Skeleton className="mt-3 h-5 w-full" />}
      {query.isSuccess && (
        <p className="tabular mt-2 text-body text-ink-2">
          {rows.length === 0
            ? 'No one can acknowledge them yet.'
            : `The client acknowledged ${done} of ${rows.length} policies that apply or may apply.`}
        </p>
      )}
      {rows.length > 0 && (
        <Button size="small" className="mt-3" onClick={() => setOpen(true)}>
          Show which are missing
        </Button>
      )}
      {open && (
        <Dialog
          open
          onOpenChange={setOpen}
          title="Policies acknowledged"
          description={`${rows[0]?.personName ?? rows[0]?.personEmail ?? 'The client'}, ${done} of ${rows.length}`}
        >
          <ul aria-label="Acknowledgments" className="divide-y divide-line">
            {rows.map((row) => (
              <li
                key={row.id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5 first:pt-0"
              >
                <Link
                  to="/hr-policies/$slug"
                  params={{ slug: row.slug }}
                  className="link finger-high min-w-0 text-body wrap-anywhere"
                >
                  {row.title}
                </Link>
                <AcknowledgementBadge {...row} />
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </section>
  )
}
