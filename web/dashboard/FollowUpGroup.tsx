import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  FileQuestion,
  FileSignature,
  Inbox,
  ListTodo,
  type LucideIcon,
  ReceiptText,
  ScrollText,
  Signature,
} from 'lucide-react'
import { useState } from 'react'
import type { FollowUps, FollowUpItem, FollowUpKind } from '../../domain/dashboard.ts'
import { Button } from '../kit/Button.tsx'
import { Name } from '../kit/PersonName.tsx'
import { classes } from '../kit/classes.ts'
import { Money } from '../kit/Money.tsx'
import { useNow } from '../kit/now.ts'
import { PagedList } from '../kit/PagedList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { groupLabels, isLate, placeOf, waitWords } from './follow-up-words.ts'
import { followUpsOf } from './queries.ts'

const icons: Record<FollowUpKind, LucideIcon> = {
  'service-requests': Inbox,
  invoices: ReceiptText,
  contracts: Signature,
  documents: FileSignature,
  proposals: ScrollText,
  'document-requests': FileQuestion,
  assignments: ListTodo,
}

/** One kind of things to chase: the first few, and all of them when they are asked for. */
export function FollowUpGroup({ group: { kind, count, items } }: { group: FollowUps['groups'][number] }) {
  const [open, setOpen] = useState(false)
  const label = groupLabels[kind]
  return (
    <section aria-label={label} className="pt-3 pb-1">
      <h3 className="flex items-baseline justify-between gap-3 px-4 text-meta text-ink-3 sm:px-5">
        {label}
        <span className="tabular">{count.toLocaleString('en-US')}</span>
      </h3>
      {open ? <AllOfKind kind={kind} /> : <Lines label={label} items={items} />}
      {count > items.length && (
        <div className="px-2 pb-2 sm:px-3">
          <Button variant="ghost" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Show fewer' : `Show all ${count.toLocaleString('en-US')}`}
            <span className="sr-only">{label}</span>
          </Button>
        </div>
      )}
    </section>
  )
}

function AllOfKind({ kind }: { kind: FollowUpKind }) {
  const query = useInfiniteQuery(followUpsOf(kind))
  return (
    <PagedList query={query} loading={<SkeletonRows rows={3} rowHeight="h-16" />} empty={null}>
      {(items) => <Lines label={groupLabels[kind]} items={items} />}
    </PagedList>
  )
}

function Lines({ label, items }: { label: string; items: readonly FollowUpItem[] }) {
  const now = useNow()
  return (
    <ul aria-label={label}>
      {items.map((item) => (
        <Line key={item.id} item={item} now={now} />
      ))}
    </ul>
  )
}

function Line({ item, now }: { item: FollowUpItem; now: Date }) {
  const { kind, who, contact, what, amount } = item
  const Icon = icons[kind]
  // A request has no title of its own: it is called by who made it.
  const [title, context] = kind === 'service-requests' ? [who, contact] : [what, who]
  return (
    <li className="relative flex gap-3 px-4 py-2.5 transition-colors hover:bg-hover sm:px-5">
      <Icon className="mt-0.5 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1 text-body">
        <div className="flex items-baseline justify-between gap-3 text-ink">
          <Link
            {...placeOf(item)}
            dir="auto"
            title={title}
            className="truncate own-direction font-semibold stretched-link underline-offset-2 hover:underline"
          >
            {title}
          </Link>
          {amount !== null && <Money cents={amount} />}
        </div>
        <div className="flex items-baseline justify-between gap-3 text-meta text-ink-3">
          {context !== null && <Name cut>{context}</Name>}
          <span className={classes('tabular whitespace-nowrap', isLate(item) ? 'text-danger' : 'text-warn')}>
            {waitWords(item, now)}
          </span>
        </div>
      </div>
    </li>
  )
}
