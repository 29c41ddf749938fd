import { useInfiniteQuery } from '@tanstack/react-query'
import { ReceivedEmailStatus, type ReceivedEmailLine } from '../../domain/received-email.ts'
import { Button } from '../kit/Button.tsx'
import { formatDateTime } from '../kit/dates.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { choicesOf, FilterSelect } from '../kit/SelectField.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { useHome } from '../session/names.ts'
import { useUser } from '../session/use-auth.ts'
import { receivedEmails } from './queries.ts'
import { ReceivedEmailDialog } from './ReceivedEmailDialog.tsx'
import { statusNames, statusTones, texts } from './words.ts'

const statuses = ReceivedEmailStatus.options
const choices = choicesOf(statuses, statusNames)

/** What arrived in the mailbox for replies: for staff, what belongs to their folders. */
export default function ReceivedEmailsPage() {
  const [status, setStatus] = useUrlState('status', '')
  const [openId, setOpenId] = useUrlState('email', '', { backCloses: true })
  const query = useInfiniteQuery(receivedEmails(statuses.find((each) => each === status)))
  return (
    <>
      <PageHeader
        home={useHome()}
        title="Received email"
        description={useUser().role === 'staff' ? `${texts.page} ${texts.team}` : texts.page}
      />
      <Panel flush>
        <div className="flex border-b border-line px-5 py-3">
          <FilterSelect label="Status" all="Any status" choices={choices} value={status} onChange={setStatus} />
        </div>
        <PagedList
          query={query}
          more="Show more emails"
          loading={<SkeletonRows label="Loading emails" />}
          empty={
            <EmptyState title={status === '' ? 'No emails yet' : 'No matching emails'}>
              {status === '' ? texts.none : 'Choose another status to see more emails.'}
            </EmptyState>
          }
        >
          {(emails) => (
            <RowList label="Emails">
              {emails.map((email) => (
                <EmailRow key={email.id} email={email} onOpen={() => setOpenId(email.id)} />
              ))}
            </RowList>
          )}
        </PagedList>
      </Panel>
      {openId !== '' && <ReceivedEmailDialog id={openId} onClose={() => setOpenId('')} />}
    </>
  )
}

function EmailRow({ email, onOpen }: { email: ReceivedEmailLine; onOpen: () => void }) {
  const { from, subject, status, receivedAt } = email
  const title = subject === '' ? '(no subject)' : subject
  return (
    <Row
      title={<span className="wrap-anywhere">{title}</span>}
      context={<span className="wrap-anywhere">{from === '' ? 'Unknown sender' : from}</span>}
      meta={formatDateTime(receivedAt)}
      middle={<Badge tone={statusTones[status]}>{statusNames[status]}</Badge>}
      action={
        <Button size="small" onClick={onOpen}>
          Open<span className="sr-only"> {title}</span>
        </Button>
      }
    />
  )
}
