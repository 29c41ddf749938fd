import type { DocumentRequestView } from '../../domain/document-request.ts'
import { PanelLink } from '../side-panels/PanelLink.tsx'
import { formatDateTime, formatDateWithYear } from '../kit/dates.ts'
import { priorityWords, typeWords } from './words.ts'

/** The requested document, the reason if it was returned, and the submitted files. */
export function DocumentRequestFacts({ request }: { request: DocumentRequestView }) {
  const { description, reason, status, documentType, priority, requestedByName, createdAt, completedAt } = request
  const facts: [string, string][] = [
    ['Type', typeWords(documentType)],
    ['Priority', priorityWords[priority]],
    ['Requested by', requestedByName ?? 'The team'],
    ['Requested', formatDateWithYear(createdAt)],
    ...(completedAt === null ? [] : [['Accepted', formatDateWithYear(completedAt)] satisfies [string, string]]),
  ]
  return (
    <>
      {description !== null && (
        <p className="max-w-[68ch] text-body wrap-anywhere whitespace-pre-wrap text-ink">{description}</p>
      )}
      {reason !== null && (
        <div className="edge-forced rounded-md bg-warn-soft px-3.5 py-2.5 text-body text-warn">
          <p className="font-semibold">
            {status === 'cancelled' ? 'Reason for cancellation' : 'Reason it was sent back'}
          </p>
          <p className="mt-0.5 wrap-anywhere whitespace-pre-wrap">{reason}</p>
        </div>
      )}
      <dl className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2">
        {facts.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-meta text-ink-3">{label}</dt>
            <dd className="text-body wrap-anywhere text-ink">{value}</dd>
          </div>
        ))}
      </dl>
      <Files request={request} />
    </>
  )
}

function Files({ request: { files, fileCount, returnedAt } }: { request: DocumentRequestView }) {
  return (
    <section>
      <h3 className="text-panel text-ink">Files</h3>
      {files.length === 0 ? (
        <p className="mt-1 text-body text-ink-2">No files yet.</p>
      ) : (
        <ul className="mt-2 divide-y divide-line border-y border-line">
          {files.map((file) => (
            <li key={file.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5 py-2 text-body">
              <PanelLink item={{ noun: 'documents', id: file.id }} className="link finger-high min-w-0 wrap-anywhere">
                {file.originalName}
              </PanelLink>
              <span className="tabular text-meta text-ink-3">
                {returnedAt !== null && file.createdAt < returnedAt && 'Sent back. '}
                {formatDateTime(file.createdAt)}
                {file.uploadedByName !== null && `, ${file.uploadedByName}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {fileCount > files.length && (
        <p className="mt-1.5 text-meta text-ink-3">
          And {fileCount - files.length} earlier files in the folder’s documents.
        </p>
      )}
    </section>
  )
}
