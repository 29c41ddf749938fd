import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  BookOpenCheck,
  ClipboardList,
  FilePen,
  FileQuestion,
  FileUp,
  type LucideIcon,
  MessageSquareText,
  PenLine,
  Receipt,
} from 'lucide-react'
import { useState } from 'react'
import type { WaitingItem, WaitingKind } from '../../domain/waiting.ts'
import { Button } from '../kit/Button.tsx'
import { buttonStyle } from '../kit/button-style.ts'
import { classes } from '../kit/classes.ts'
import { formatDue } from '../kit/dates.ts'
import { ErrorState } from '../kit/EmptyState.tsx'
import { useNow } from '../kit/now.ts'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { focusWhenThere } from './arrive.ts'
import { waitingForMe } from './queries.ts'
import { actOf, dueLabel, saysOf, waitingSentence } from './words.ts'

/** More than these would push the folder out of sight; the rest is one press away. */
const shownFirst = 4

/**
 * Everything that waits for the client, the most urgent first, and the way to where each is done.
 * @param severalFolders says with each which folder it lies in
 */
export function ClientWaiting({ severalFolders }: { severalFolders: boolean }) {
  const query = useQuery(waitingForMe)
  const now = useNow()
  const [showsAll, setShowsAll] = useState(false)
  const { items = [], more = false } = query.data ?? {}
  const title = query.data === undefined ? 'Waiting for you' : waitingSentence(items.length, more)
  return (
    <Panel
      flush={query.data === undefined || items.length > 0}
      title={title}
      className={classes('mb-4 sm:mb-5', query.isSuccess && items.length === 0 && '[&>div]:hidden [&>header]:pb-4')}
    >
      {query.isPending ? (
        <SkeletonRows rows={2} label="Loading what waits for you" />
      ) : query.isError && query.data === undefined ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        items.length > 0 && (
          <>
            <RowList label="Waiting for you">
              {(showsAll ? items : items.slice(0, shownFirst)).map((item) => (
                <WaitingRow key={item.kind + item.id} item={item} now={now} showFolder={severalFolders} />
              ))}
            </RowList>
            {!showsAll && items.length > shownFirst && (
              <div className="border-t border-line px-4 py-3 sm:px-5">
                <Button size="small" onClick={() => setShowsAll(true)}>
                  Show all {items.length}
                </Button>
              </div>
            )}
          </>
        )
      )}
    </Panel>
  )
}

const icons: Record<WaitingKind, LucideIcon> = {
  'sign-document': PenLine,
  'sign-contract': FilePen,
  'answer-proposal': FileQuestion,
  'pay-invoice': Receipt,
  'upload-document': FileUp,
  'finish-assignment': ClipboardList,
  'acknowledge-policies': BookOpenCheck,
  'answer-message': MessageSquareText,
}

type WaitingRowProps = { item: WaitingItem; now: Date; showFolder: boolean }

function WaitingRow({ item, now, showFolder }: WaitingRowProps) {
  const { kind, due, isLate, folderName, link } = item
  const Icon = icons[kind]
  const { pathname, searchParams, hash } = new URL(link, window.location.origin)
  const when = due === null ? null : `${dueLabel(item)} ${formatDue(due, now)}`
  return (
    <Row
      leading={<Icon size={18} className={isLate ? 'text-danger' : 'text-ink-3'} />}
      title={<span className="line-clamp-2 font-semibold">{saysOf(item)}</span>}
      meta={
        when === null && !(showFolder && folderName !== null) ? undefined : (
          <>
            {when !== null && <span className={classes(isLate && 'font-semibold text-danger')}>{when}</span>}
            {when !== null && showFolder && folderName !== null && ' · '}
            {showFolder && folderName}
          </>
        )
      }
      action={
        <Link
          to={pathname}
          search={Object.fromEntries(searchParams)}
          hash={hash.slice(1)}
          resetScroll={pathname !== '/'}
          onClick={() => hash !== '' && focusWhenThere(hash.slice(1))}
          className={buttonStyle('secondary', 'small')}
        >
          {actOf(item)}
          <span className="sr-only">: {saysOf(item)}</span>
        </Link>
      }
    />
  )
}
