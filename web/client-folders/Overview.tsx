import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { classes } from '../kit/classes.ts'
import { formatDateTime } from '../kit/dates.ts'
import { EmptyLine, ErrorLine } from '../kit/EmptyState.tsx'
import { Money } from '../kit/Money.tsx'
import { useNow } from '../kit/now.ts'
import { Name } from '../kit/PersonName.tsx'
import { Skeleton, SkeletonRows } from '../kit/Skeleton.tsx'
import { messagesOf } from '../messages/queries.ts'
import { LatestFolderTasks } from '../tasks/LatestFolderTasks.tsx'
import { FolderWork } from '../work-queue/FolderWork.tsx'
import { FolderDueDates } from './FolderDueDates.tsx'
import { folderFigures } from './queries.ts'

const newest = 3

type OverviewProps = { folder: ClientFolderView; onTab: (tab: string) => void }

/** What someone on the team needs to know first about a client. */
export function Overview({ folder, onTab }: OverviewProps) {
  const sees = (part: 'money' | 'documents' | 'messages') => folder.allowed.includes(`see-${part}`)
  return (
    <div className="divide-y divide-line">
      {sees('money') && <Amounts folderId={folder.id} />}
      <Section title="Open work">
        <FolderWork folderId={folder.id} isArchived={folder.status === 'archived'} withoutTasks={sees('documents')} />
      </Section>
      {sees('documents') && (
        <Section title="Team tasks" action={{ label: 'All tasks', onPress: () => onTab('tasks') }}>
          <LatestFolderTasks folder={folder} />
        </Section>
      )}
      <div className="grid divide-line lg:grid-cols-2 lg:divide-x max-lg:divide-y">
        {sees('messages') && (
          <Section title="Latest messages" action={{ label: 'Open messages', onPress: () => onTab('messages') }}>
            <LatestMessages folderId={folder.id} />
          </Section>
        )}
        <Section title="Next dates">
          <FolderDueDates folderId={folder.id} />
        </Section>
      </div>
    </div>
  )
}

type SectionProps = { title: string; action?: { label: string; onPress: () => void }; children: ReactNode }

function Section({ title, action, children }: SectionProps) {
  return (
    <section aria-label={title} className="min-w-0">
      <div className="flex items-baseline justify-between gap-3 px-4 pt-4 pb-1 sm:px-5">
        <h3 className="text-panel text-ink">{title}</h3>
        {action !== undefined && (
          <button type="button" onClick={action.onPress} className="link finger-high text-meta">
            {action.label}
          </button>
        )}
      </div>
      {children}
    </section>
  )
}

/** In cents, as the server sums them. */
function Amounts({ folderId }: { folderId: string }) {
  const now = useNow()
  const query = useQuery(folderFigures(folderId))
  const money = query.data?.money
  const invoices = { to: '/client-folders/$id', params: { id: folderId }, search: { tab: 'invoices' } } as const
  if (query.isError && query.data === undefined)
    return (
      <ErrorLine
        what="Couldn’t load the amounts."
        error={query.error}
        onRetry={() => void query.refetch()}
        className="px-4 py-4 sm:px-5"
      />
    )
  return (
    <dl className="grid grid-cols-3 gap-x-4 px-4 py-4 sm:px-5">
      <Amount
        label="Outstanding"
        cents={money?.outstanding}
        link={
          <Link {...invoices} className="link finger-high">
            Invoices
          </Link>
        }
      />
      <Amount
        label="Overdue"
        cents={money?.overdue}
        isBad={(money?.overdue ?? 0) > 0}
        link={
          <Link {...invoices} className="link finger-high">
            View<span className="sr-only"> overdue invoices</span>
          </Link>
        }
      />
      <Amount
        label={`Paid in ${now.getFullYear()}`}
        cents={money?.paidThisYear}
        link={
          <Link to="/client-folders/$id/statement" params={{ id: folderId }} className="link finger-high">
            Statement
          </Link>
        }
      />
    </dl>
  )
}

type AmountProps = { label: string; cents: number | undefined; isBad?: boolean; link?: ReactNode }

const Amount = ({ label, cents, isBad = false, link }: AmountProps) => (
  <div className="min-w-0">
    <dt className="text-meta text-ink-3">{label}</dt>
    <dd className={classes('font-display text-subtitle max-sm:text-lead', isBad ? 'text-danger' : 'text-ink')}>
      {cents === undefined ? <Skeleton className="my-0.5 h-6 w-24" /> : <Money cents={cents} />}
    </dd>
    {link !== undefined && <dd className="text-meta">{link}</dd>}
  </div>
)

function LatestMessages({ folderId }: { folderId: string }) {
  const now = useNow()
  const query = useInfiniteQuery(messagesOf(folderId))
  if (query.isPending) return <SkeletonRows rows={2} label="Loading the latest messages" />
  if (query.data === undefined)
    return (
      <ErrorLine
        what="Couldn’t load the messages."
        error={query.error}
        onRetry={() => void query.refetch()}
        className="px-4 py-3 sm:px-5"
      />
    )
  const latest = query.data.pages[0]?.items.slice(0, newest) ?? []
  if (latest.length === 0)
    return <EmptyLine title="No messages yet">Messages with the client will appear here.</EmptyLine>
  return (
    <ul aria-label="Latest messages" className="pb-2">
      {latest.map(({ id, senderName, isFromClient, content, retractedAt, createdAt }) => (
        <li key={id} className="relative flex gap-3 px-4 py-2 transition-colors hover:bg-hover sm:px-5">
          <Avatar name={senderName ?? 'Someone'} tone={isFromClient ? 'quiet' : 'primary'} />
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap gap-x-2 text-meta text-ink-3">
              <Link
                to="/client-folders/$id"
                params={{ id: folderId }}
                search={{ tab: 'messages', message: id }}
                className="stretched-link font-semibold text-ink"
              >
                <Name>{senderName ?? 'Someone'}</Name>
              </Link>
              <span className="tabular">{formatDateTime(createdAt, now)}</span>
            </p>
            <p dir="auto" className="line-clamp-2 text-body wrap-anywhere own-direction text-ink-2">
              {retractedAt === null ? content : 'Message retracted'}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
