import { Link } from '@tanstack/react-router'
import {
  BookOpenCheck,
  ClipboardList,
  ListChecks,
  Mail,
  FilePen,
  FileQuestion,
  FileSignature,
  FileUp,
  Inbox,
  type LucideIcon,
  MessageSquareText,
  PenLine,
  ReceiptText,
  ScrollText,
  Signature,
  UserRoundCheck,
} from 'lucide-react'
import type { WorkItem, WorkKind } from '../../domain/work-queue.ts'
import { Button } from '../kit/Button.tsx'
import { type ButtonVariant, buttonStyle } from '../kit/button-style.ts'
import { linkTo } from '../kit/link-to.ts'
import { classes } from '../kit/classes.ts'
import { formatDate, formatDue } from '../kit/dates.ts'
import { Money } from '../kit/Money.tsx'
import { Name } from '../kit/PersonName.tsx'
import { useNow } from '../kit/now.ts'
import { ReplyClock } from '../kit/ReplyClock.tsx'
import type { WorkActions } from './actions.ts'
import { actionLabel, kindLabel, saysOf } from './words.ts'

export const icons: Record<WorkKind, LucideIcon> = {
  'sign-document': PenLine,
  'sign-contract': FilePen,
  'answer-proposal': ScrollText,
  'pay-invoice': ReceiptText,
  'upload-document': FileUp,
  'finish-assignment': ClipboardList,
  'acknowledge-policies': BookOpenCheck,
  'answer-message': MessageSquareText,
  'accept-request': Inbox,
  'reply-message': MessageSquareText,
  'review-documents': FileUp,
  'create-contract': FilePen,
  'overdue-invoice': ReceiptText,
  'unsigned-contract': Signature,
  'unsigned-document': FileSignature,
  'unanswered-proposal': ScrollText,
  'late-document-request': FileQuestion,
  'due-assignment': ClipboardList,
  'due-task': ListChecks,
  'review-access': UserRoundCheck,
  'received-email': Mail,
}

/** A function where only some rows name it. */
export type ShowsFolder = boolean | ((item: WorkItem) => boolean)

type WorkRowProps = {
  item: WorkItem
  actions: WorkActions
  /** Whose: the folder, and for the team the person. */
  showsFolder: ShowsFolder
  isOpen: boolean
}

/** One to-do: its title, amount, client, due date, and one button. */
export function WorkRow({ item, actions, showsFolder, isOpen }: WorkRowProps) {
  const Icon = icons[item.kind]
  const label = kindLabel(item)
  const isNamed = typeof showsFolder === 'boolean' ? showsFolder : showsFolder(item)
  const who = isNamed ? (item.folderName ?? item.contact) : null
  return (
    <li
      data-work-item={item.id}
      className={classes(
        'group relative flex items-center gap-x-3 px-4 py-2.5 transition-colors hover:bg-hover focus-within:bg-hover sm:h-11 sm:px-5 sm:py-0',
        isOpen && 'bg-hover shadow-[inset_3px_0_0_var(--tab)]',
      )}
    >
      <Icon
        size={18}
        className={classes('shrink-0 max-sm:self-start max-sm:mt-0.5', item.isLate ? 'text-danger' : 'text-ink-3')}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-x-3 gap-y-0.5 sm:flex-row sm:items-center">
        <span className="flex min-w-0 flex-1 items-baseline gap-x-2">
          <Opener item={item} actions={actions} isOpen={isOpen} />
          {label !== undefined && <span className="shrink-0 text-meta text-ink-3 max-xl:hidden">{label}</span>}
        </span>
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 text-meta text-ink-2 sm:contents">
          {item.amount !== null && (
            <span className="tabular shrink-0 text-body whitespace-nowrap text-ink sm:w-24 sm:text-right">
              <Money cents={item.amount} />
            </span>
          )}
          {showsFolder !== false && (
            <span className="empty:max-sm:hidden min-w-0 truncate text-body text-ink-2 max-sm:basis-full max-sm:text-meta sm:w-36 sm:shrink-0 xl:w-44">
              {who === null ? '' : <Name cut>{who}</Name>}
            </span>
          )}
          <Deadline item={item} />
        </span>
      </div>
      <span className="relative z-1 flex shrink-0 justify-end sm:w-34">
        <ActionButton item={item} actions={actions} />
      </span>
    </li>
  )
}

type PartProps = { item: WorkItem; actions: WorkActions }

/** Its text opens it, in a panel where there is one. */
function Opener({ item, actions, isOpen }: PartProps & { isOpen: boolean }) {
  const style =
    'min-h-0! min-w-0 own-direction sm:truncate text-left text-body font-semibold text-ink stretched-link underline-offset-2 hover:underline'
  const words = <span className="line-clamp-2 wrap-anywhere sm:inline">{saysOf(item)}</span>
  if (actions.opensPanel(item))
    return (
      <button
        type="button"
        dir="auto"
        title={saysOf(item)}
        aria-current={isOpen || undefined}
        onClick={() => actions.open(item)}
        className={style}
      >
        {words}
      </button>
    )
  return (
    <WorkLink item={item} className={style}>
      {words}
    </WorkLink>
  )
}

function WorkLink({ item, className, children }: { item: WorkItem; className: string; children: React.ReactNode }) {
  return (
    <Link {...linkTo(item.link)} title={saysOf(item)} className={className}>
      {children}
    </Link>
  )
}

type ActionButtonProps = PartProps & { variant?: ButtonVariant; size?: 'small' | 'regular' }

/** The one button: it acts, or leads to where it is done. */
export function ActionButton({ item, actions, variant = 'secondary', size = 'small' }: ActionButtonProps) {
  const label = (
    <>
      {actionLabel(item)}
      <span className="sr-only">: {saysOf(item)}</span>
    </>
  )
  if (!actions.acts(item) && !actions.opensPanel(item))
    return (
      <WorkLink item={item} className={buttonStyle(variant, size)}>
        {label}
      </WorkLink>
    )
  return (
    <Button variant={variant} size={size} pending={actions.isPending(item)} onClick={() => actions.act(item)}>
      {label}
    </Button>
  )
}

/** The reply clock, the due date, or since when it waits. */
export function Deadline({ item: { kind, since, due, isLate } }: { item: WorkItem }) {
  const now = useNow()
  const style = 'tabular truncate whitespace-nowrap text-meta sm:w-44 sm:shrink-0'
  if (kind === 'accept-request' || kind === 'reply-message')
    return <ReplyClock createdAt={since} className="text-meta! sm:w-44 sm:shrink-0" />
  if (due === null) return <span className={classes(style, 'text-ink-3')}>Since {formatDate(since, now)}</span>
  return (
    <span className={classes(style, isLate ? 'font-semibold text-danger' : 'text-ink-2')}>
      {kind === 'unanswered-proposal' || kind === 'answer-proposal' ? 'Expires ' : ''}
      {formatDue(due, now)}
    </span>
  )
}
