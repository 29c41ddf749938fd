import type { FolderMergePreview } from '../../domain/folder-merge.ts'
import { rightsInWords } from '../folder-contacts/words.ts'
import { Email, Name } from '../kit/PersonName.tsx'
import { texts } from './words.ts'

/** What moves, who will see it, and what prevents the merge. */
export function MergePreview({ plan }: { plan: FolderMergePreview }) {
  const { intoName, clientEmail, intoClientEmail, hasSameClient, moves, stays, readers, obstacles } = plan
  if (obstacles.length > 0)
    return (
      <div role="status" className="rounded-md bg-warn-soft px-3.5 py-3 text-body text-warn">
        <p className="font-semibold">Can’t be merged now</p>
        <ul className="list-disc pl-5">
          {obstacles.map((sentence) => (
            <li key={sentence} className="mt-1 wrap-anywhere">
              {sentence}
            </li>
          ))}
        </ul>
      </div>
    )
  return (
    <>
      {!hasSameClient && (
        <div role="status" className="rounded-md bg-warn-soft px-4 py-3 text-body text-warn">
          <p className="font-semibold">The folders have different clients</p>
          <p className="mt-1">{texts.differentClients}</p>
          <dl className="mt-2 grid gap-x-4 gap-y-1.5 sm:grid-cols-[auto_minmax(0,1fr)]">
            <dt>This folder</dt>
            <dd className="font-semibold wrap-anywhere">{clientEmail ?? 'No client'}</dd>
            <dt>{intoName}</dt>
            <dd className="font-semibold wrap-anywhere">{intoClientEmail ?? 'No client'}</dd>
          </dl>
        </div>
      )}
      <section>
        <h3 className="text-panel text-ink">Moves to {intoName}</h3>
        {moves.length === 0 ? <p className="mt-1 text-body text-ink-2">Nothing.</p> : <Lines lines={moves} />}
      </section>
      {stays.length > 0 && (
        <section>
          <h3 className="text-panel text-ink">Stays in this folder</h3>
          <Lines lines={stays} />
        </section>
      )}
      {readers.length > 0 && (
        <section>
          <h3 className="text-panel text-ink">Will see what moves</h3>
          <p className="mt-0.5 text-meta text-ink-3">{texts.mergeReaders}</p>
          <ul className="mt-1 divide-y divide-line">
            {readers.map(({ name, email, rights }) => (
              <li key={email} className="py-2">
                <p className="text-body text-ink">
                  {name !== null && (
                    <>
                      <Name>{name}</Name>,{' '}
                    </>
                  )}
                  <Email>{email}</Email>
                </p>
                <p className="text-meta text-ink-3">
                  {rights === null ? 'Client' : `Contact: ${rightsInWords(rights)}`}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const Lines = ({ lines }: { lines: { what: string; count: number; why?: string }[] }) => (
  <ul className="mt-1 divide-y divide-line">
    {lines.map(({ what, count, why }) => (
      <li key={what} className="flex gap-4 py-2">
        <div className="min-w-0 flex-1">
          <p className="text-body text-ink">{what}</p>
          {why !== undefined && <p className="text-meta text-ink-3">{why}</p>}
        </div>
        <p className="text-body text-ink tabular-nums">{count.toLocaleString('en-US')}</p>
      </li>
    ))}
  </ul>
)
