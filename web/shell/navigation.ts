import type { LucideIcon } from 'lucide-react'
import {
  Activity,
  Archive,
  BookOpenText,
  ClipboardPenLine,
  FlaskConical,
  FolderOpen,
  ChartColumn,
  Gauge,
  History,
  Inbox,
  Landmark,
  MessageCircleQuestion,
  MessageSquareReply,
  ReceiptText,
  ScrollText,
  Signature,
  Tags,
  Users,
} from 'lucide-react'
import { type PagePath, whoMayOpen } from '../../api/pages.ts'
import { administrators, type Role } from '../../domain/actor.ts'
import { portalConfig } from '../kit/config.ts'

export interface Destination {
  to: Exclude<PagePath, `${string}:${string}`>
  label: string
  /** Under its icon at the foot of a phone. */
  short: string
  icon: LucideIcon
  /** Goes there after `g`. */
  letter?: string
  demonstrationOnly?: boolean
  /** What is counted beside its name. */
  counts?: 'waiting'
  /** Where the page is for more people than have the link. */
  shownTo?: readonly Role[]
}

export interface Group {
  label: string | null
  destinations: Destination[]
}

// In the order of the rail. What has no page yet, or is not for the reader's role, is left out.
const groups: Group[] = [
  { label: null, destinations: [{ to: '/', label: 'Dashboard', short: 'Home', icon: Gauge, letter: 'd' }] },
  {
    label: 'Clients',
    destinations: [
      { to: '/client-folders', label: 'Client folders', short: 'Folders', icon: FolderOpen, letter: 'f' },
      {
        to: '/waiting',
        label: 'Waiting for us',
        short: 'Waiting',
        icon: MessageSquareReply,
        letter: 'w',
        counts: 'waiting',
      },
      { to: '/proposals', label: 'Proposals', short: 'Proposals', icon: ScrollText, letter: 'p' },
      {
        to: '/contracts',
        label: 'Contracts',
        short: 'Contracts',
        icon: Signature,
        letter: 'c',
        shownTo: [...administrators, 'client'],
      },
      {
        to: '/invoices',
        label: 'Invoices',
        short: 'Invoices',
        icon: ReceiptText,
        letter: 'i',
        shownTo: [...administrators, 'client'],
      },
      { to: '/rate-cards', label: 'Rate cards', short: 'Rates', icon: Tags, letter: 'r', shownTo: administrators },
      { to: '/reports', label: 'Reports', short: 'Reports', icon: ChartColumn },
    ],
  },
  {
    label: 'Library',
    destinations: [
      { to: '/hr-policies', label: 'HR policies', short: 'Policies', icon: BookOpenText },
      { to: '/hr-forms', label: 'HR forms', short: 'Forms', icon: ClipboardPenLine },
      { to: '/law-changes', label: 'Law changes', short: 'Law', icon: Landmark },
      { to: '/hr-assistant', label: 'HR assistant', short: 'Assistant', icon: MessageCircleQuestion },
    ],
  },
  {
    label: 'Admin',
    destinations: [
      { to: '/user-management', label: 'User management', short: 'Users', icon: Users },
      { to: '/audit', label: 'Audit trail', short: 'Audit', icon: History },
      { to: '/retention', label: 'Retention', short: 'Retention', icon: Archive },
      { to: '/outbox', label: 'Outbox', short: 'Outbox', icon: Inbox },
      { to: '/status', label: 'Status', short: 'Status', icon: Activity },
      { to: '/test-data', label: 'Test data', short: 'Test data', icon: FlaskConical, demonstrationOnly: true },
    ],
  },
]

/** Where a destination is shown as the one where the reader is: on the pages below it, whatever tab is open there. */
export const activeWhere = (to: string) => ({ exact: to === '/', includeSearch: false })

/** What this role can go to. */
export function navigationFor(role: Role): Group[] {
  const { demonstration } = portalConfig()
  const isOffered = ({ to, demonstrationOnly = false, shownTo }: Destination) => {
    const who = whoMayOpen(to)
    if (demonstrationOnly && !demonstration) return false
    if (shownTo !== undefined && !shownTo.includes(role)) return false
    return typeof who === 'string' || who.includes(role)
  }
  return groups
    .map((group) => ({ ...group, destinations: group.destinations.filter(isOffered) }))
    .filter((group) => group.destinations.length > 0)
}
