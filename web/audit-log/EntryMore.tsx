import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AuditEntry } from '../../domain/audit-log.ts'
import { factsOf } from '../timeline/event-facts.ts'
import { pageOf } from '../timeline/event-page.ts'

type EntryMoreProps = { entry: AuditEntry; onThing: (entry: AuditEntry) => void }

const link = 'link font-semibold coarse:min-h-11'

/** The details of an entry: the folder and the address, and the rest on request. */
export function EntryMore({ entry, onThing }: EntryMoreProps) {
  const { action, entityId, clientFolderId, clientFolderName, address, at } = entry
  const place = pageOf(entry)
  return (
    <div className="mt-0.5 flex flex-wrap items-baseline gap-x-3 text-meta wrap-anywhere text-ink-3">
      {clientFolderId !== null && clientFolderName !== null && (
        <Link
          to="/client-folders/$id"
          params={{ id: clientFolderId }}
          className="finger-high min-w-0 hover:text-ink hover:underline"
        >
          {clientFolderName}
        </Link>
      )}
      <span>{address !== null && /[.:]/.test(address) ? `from ${address}` : 'automatically'}</span>
      <details className="text-ink-2 open:basis-full">
        <summary className="min-h-6 w-fit cursor-pointer content-center rounded-sm text-ink-3 hover:text-ink coarse:min-h-11">
          Details
        </summary>
        <dl className="mt-2 mb-1 grid grid-cols-1 gap-x-4 gap-y-1.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
          {factsOf(entry).map(({ label, before, after }) => (
            <Fact key={label} label={label}>
              {before !== null && (
                <>
                  <span className="text-ink-3 line-through">{before}</span>
                  <span className="sr-only"> became </span>
                  <span aria-hidden="true"> → </span>
                </>
              )}
              {after}
            </Fact>
          ))}
          <Fact label="Action">{action}</Fact>
          <Fact label="Time (UTC)">{at}</Fact>
          <Fact label="Entry">{entry.id}</Fact>
          {entityId !== null && (
            <Fact label="Record">
              {entityId}
              <span className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
                {place !== null && (
                  <Link {...place} className={link}>
                    Open
                  </Link>
                )}
                <button type="button" className={link} onClick={() => onThing(entry)}>
                  Show only this record
                </button>
              </span>
            </Fact>
          )}
        </dl>
      </details>
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{label}</dt>
      <dd className="tabular wrap-anywhere text-ink max-sm:mb-1.5">{children}</dd>
    </>
  )
}
