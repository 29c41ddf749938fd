import { Link } from '@tanstack/react-router'
import { downloadHandbook } from '../../api/handbooks.ts'
import type { HandbookVersion, HandbookView } from '../../domain/handbook.ts'
import { addressOf } from '../kit/call.ts'
import { formatDateTime } from '../kit/dates.ts'
import { DownloadLink } from '../kit/DownloadLink.tsx'
import { useNow } from '../kit/now.ts'
import { Badge } from '../kit/StatusBadge.tsx'

/** The versions that were sent, the latest first, with whether the client acknowledged each. */
export function Versions({ handbook, isClient }: { handbook: HandbookView; isClient: boolean }) {
  const now = useNow()
  return (
    <ul aria-label="Versions" className="divide-y divide-line">
      {handbook.versions.map((version, index) => (
        <li key={version.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-2 text-body font-semibold text-ink">
              Version {version.number}
              <State version={version} />
            </p>
            <p className="text-meta text-ink-3">
              Sent {formatDateTime(version.createdAt, now)} · {version.policies.length}{' '}
              {version.policies.length === 1 ? 'policy' : 'policies'}
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            {isClient && index === 0 && version.documentId !== null && version.signedAt === null && (
              <Link to="/documents/$id/sign" params={{ id: version.documentId }} className="link finger-high text-body">
                Read and acknowledge
              </Link>
            )}
            <DownloadLink
              size="small"
              address={address(handbook, 'pdf', version.number)}
              of={`version ${version.number}`}
            >
              PDF
            </DownloadLink>
            <DownloadLink
              size="small"
              address={address(handbook, 'docx', version.number)}
              of={`version ${version.number}`}
            >
              Word
            </DownloadLink>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Of a version, or of the draft. */
export const address = ({ id }: Pick<HandbookView, 'id'>, format: 'pdf' | 'docx', version?: number) =>
  addressOf(downloadHandbook, { params: { id }, query: { format, ...(version === undefined ? {} : { version }) } })

function State({ version }: { version: HandbookVersion }) {
  if (version.signedAt !== null) return <Badge tone="ok">Acknowledged</Badge>
  if (version.declinedAt !== null) return <Badge tone="danger">Declined</Badge>
  return version.documentId === null ? <Badge>Document deleted</Badge> : <Badge tone="warn">Not acknowledged yet</Badge>
}
