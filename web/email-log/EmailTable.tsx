import { useEffect, useRef } from 'react'
import type { EmailLine } from '../../domain/email.ts'
import { portalConfig } from '../kit/config.ts'
import { DataTable } from '../kit/DataTable.tsx'
import type { DataColumn } from '../kit/data-column.ts'
import { formatDateTime } from '../kit/dates.ts'
import type { Place } from '../kit/link-target.ts'
import { Email } from '../kit/PersonName.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { shortSubject, statusNames, statusTones } from './words.ts'

type EmailTableProps = {
  emails: readonly EmailLine[]
  openId: string
  order: string
  onOrder: (order: string) => void
}

export function EmailTable({ emails, openId, order, onOrder }: EmailTableProps) {
  const place = useFocusOnReturn(emails, openId)
  return (
    <div ref={place}>
      <DataTable
        label="Emails"
        rows={emails}
        rowKey={({ id }) => id}
        title={({ subject }) => subject}
        page={pageOf}
        isOpen={({ id }) => id === openId}
        columns={columns}
        order={order}
        onOrder={onOrder}
        cards={(rows) => (
          <RowList label="Emails">
            {rows.map((email) => (
              <Row
                key={email.id}
                {...pageOf(email)}
                title={<span className="break-words">{inList(email.subject)}</span>}
                context={<Email>{email.to}</Email>}
                meta={formatDateTime(email.createdAt)}
                aside={email.status === 'sent' ? undefined : statusOf(email)}
              />
            ))}
          </RowList>
        )}
      />
    </div>
  )
}

/** Opens next to the list, which keeps its scroll position. */
const pageOf = ({ id }: EmailLine): Place => ({
  to: '/outbox',
  search: (old) => ({ ...old, email: id }),
  resetScroll: false,
})

const inList = (subject: string) => shortSubject(subject, portalConfig().provider.name)

/** Only an email that was not sent has a badge. */
const statusOf = ({ status }: EmailLine) =>
  status === 'sent' ? statusNames.sent : <Badge tone={statusTones[status]}>{statusNames[status]}</Badge>

const columns: DataColumn<EmailLine>[] = [
  { id: 'subject', header: 'Subject', cell: ({ subject }) => inList(subject) },
  {
    id: 'to',
    header: 'To',
    cell: ({ to }) => <Email>{to}</Email>,
    wraps: true,
    width: 'w-72',
    hides: true,
    from: 'small',
  },
  { id: 'status', header: 'Status', cell: statusOf, width: 'w-52', hides: true, from: 'medium' },
  {
    id: 'date',
    header: 'Date',
    ascending: 'oldest',
    descending: '',
    cell: ({ createdAt }) => formatDateTime(createdAt),
    width: 'w-48',
    hides: true,
  },
]

/** Once the email is closed, the keyboard is back at its row. */
function useFocusOnReturn(emails: readonly EmailLine[], openId: string) {
  const place = useRef<HTMLDivElement>(null)
  const last = useRef(openId)
  useEffect(() => {
    const index = emails.findIndex((email) => email.id === last.current)
    if (openId === '' && index >= 0) place.current?.querySelectorAll('tbody tr, li')[index]?.querySelector('a')?.focus()
    last.current = openId
  }, [emails, openId])
  return place
}
