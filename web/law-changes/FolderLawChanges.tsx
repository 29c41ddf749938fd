import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import type { LawChange } from '../../domain/law-change.ts'
import { classes } from '../kit/classes.ts'
import { daysUntil, formatDue } from '../kit/dates.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { useNow } from '../kit/now.ts'
import { Skeleton } from '../kit/Skeleton.tsx'
import type { EmployerSearch } from '../hr-policies/employer-search.ts'
import { ShareLawUpdateDialog, type LawUpdateShare } from './ShareLawUpdateDialog.tsx'
import { ShareLawUpdateButtons } from './LawChangeRow.tsx'
import { LawChangeFacts } from './LawChangeFacts.tsx'
import { changesOfFolder } from './queries.ts'
import { stateWords } from './words.ts'

const maxShown = 4

/** On a folder: the changes of the law that come for a client of its size and sector, and what the team can make of them. */
export function FolderLawChanges({ folder }: { folder: ClientFolderView }) {
  const now = useNow()
  const query = useInfiniteQuery(changesOfFolder(folder.id))
  const [open, setOpen] = useState<LawChange | null>(null)
  const [handing, setHanding] = useState<LawUpdateShare | null>(null)
  if (query.isError && query.data === undefined) return null
  const upcoming = query.data?.pages.flatMap(({ items }) => items).filter(({ status }) => status === 'upcoming') ?? []
  const isGuess = upcoming.some(({ applies }) => applies === 'unknown')
  return (
    <section aria-label="Law updates" className="rounded-lg border border-line bg-surface p-4 shadow-sheet sm:p-5">
      <h3 className="text-panel text-ink">Upcoming law updates</h3>
      {query.isPending && <Skeleton className="mt-3 h-9 w-full" />}
      {query.isSuccess && upcoming.length === 0 && (
        <p className="mt-2 text-body text-ink-2">No upcoming law updates.</p>
      )}
      <ul className="mt-2 space-y-2.5">
        {upcoming.slice(0, maxShown).map((change) => (
          <li key={change.id}>
            <button
              type="button"
              onClick={() => setOpen(change)}
              className="text-left text-body wrap-anywhere text-ink underline-offset-2 hover:underline"
            >
              {change.title}
            </button>
            <p className={classes('tabular text-meta', daysUntil(change.date, now) <= 90 ? 'text-warn' : 'text-ink-3')}>
              {change.precision === 'year' ? change.date.slice(0, 4) : formatDue(change.date, now)}
              {change.applies === 'unknown' && ', may apply'}
            </p>
          </li>
        ))}
      </ul>
      {isGuess && folder.allowed.includes('edit') && (
        <p className="mt-3 text-meta text-ink-3">
          Enter the number of employees and the sector under “Edit folder” to see which apply.
        </p>
      )}
      <p className="no-print mt-3 text-meta">
        <Link to="/law-changes" search={searchOf(folder)} className="link finger-high">
          All law updates
        </Link>
      </p>
      {open !== null && (
        <Dialog
          open
          onOpenChange={(isOpen) => !isOpen && setOpen(null)}
          title={open.title}
          description={`${stateWords(open)}${open.applies === 'unknown' ? '. It may apply to this client.' : ''}`}
        >
          <LawChangeFacts change={open} search={searchOf(folder)} />
          {folder.allowed.includes('add') && (
            <div className="mt-3 flex flex-wrap gap-2">
              <ShareLawUpdateButtons
                title={open.title}
                onShare={(kind) => {
                  setOpen(null)
                  setHanding({ kind, change: open, folderId: folder.id })
                }}
              />
            </div>
          )}
        </Dialog>
      )}
      {handing !== null && <ShareLawUpdateDialog handing={handing} onClose={() => setHanding(null)} />}
    </section>
  )
}

const searchOf = ({ headCount, sector }: ClientFolderView): EmployerSearch => ({
  ...(headCount === null ? {} : { headCount: String(headCount) }),
  ...(sector === null ? {} : { sector }),
})
