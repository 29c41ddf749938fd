import type { LucideIcon } from 'lucide-react'
import {
  Activity,
  Archive,
  BellRing,
  BookOpenText,
  CalendarClock,
  CalendarDays,
  ClipboardPenLine,
  FlaskConical,
  FileText,
  Files,
  FolderOpen,
  ChartColumn,
  Gauge,
  History,
  House,
  Inbox,
  Mail,
  KeyRound,
  Landmark,
  LayoutList,
  ListChecks,
  MessageCircleQuestion,
  MessageSquareQuote,
  MessageSquareReply,
  MessageSquareText,
  ReceiptText,
  ScrollText,
  Settings2,
  Signature,
  Tags,
  Timer,
  UserRoundCheck,
  Users,
  Webhook,
} from 'lucide-react'
import { type PagePath, rolesThatMayOpen } from '../../api/pages.ts'
import { administrators, type Role, type StaffAccess, team } from '../../domain/actor.ts'
import { type FolderPart, mayUsePart } from '../../domain/folder-rights.ts'
import { portalConfig } from '../kit/config.ts'

export interface Destination {
  to: Exclude<PagePath, `${string}:${string}`>
  label: string
  /** Short label for the phone's bottom bar. */
  short: string
  icon: LucideIcon
  /** The shortcut: `g`, then this letter. */
  letter?: string
  demonstrationOnly?: boolean
  /** The count shown next to its name. */
  counts?: 'waiting'
  /** The roles that see the link, if fewer than may open the page. */
  shownTo?: readonly Role[]
  /** The part of folders that it is about: left out for staff who don't see it. */
  part?: FolderPart
  /** For administrators, at the top of the Admin group. */
  inAdmin?: boolean
}

export interface Group {
  label: string | null
  destinations: Destination[]
  /** Collapsed by default, because the rail has no room for all. */
  folds?: boolean
}

const ourTeam: readonly Role[] = team
const ourAdministrators: readonly Role[] = administrators

// In the order of the rail, filtered by role.
const groups: Group[] = [
  {
    label: null,
    destinations: [
      { to: '/', label: 'Dashboard', short: 'Home', icon: Gauge, letter: 'd' },
      { to: '/client-folders', label: 'Clients', short: 'Clients', icon: FolderOpen, letter: 'f' },
      {
        to: '/waiting',
        label: 'Needs reply',
        short: 'Reply',
        icon: MessageSquareReply,
        letter: 'w',
        counts: 'waiting',
        part: 'messages',
      },
      { to: '/tasks', label: 'Tasks', short: 'Tasks', icon: ListChecks, letter: 'k', shownTo: ourTeam },
      {
        to: '/bookings',
        label: 'Appointments',
        short: 'Appointments',
        icon: CalendarDays,
        shownTo: ourTeam,
        inAdmin: true,
        part: 'messages',
      },
      {
        to: '/proposals',
        label: 'Proposals',
        short: 'Proposals',
        icon: ScrollText,
        letter: 'p',
        shownTo: ourTeam,
        part: 'money',
      },
      {
        to: '/contracts',
        label: 'Contracts',
        short: 'Contracts',
        icon: Signature,
        letter: 'c',
        shownTo: administrators,
        part: 'money',
      },
      {
        to: '/invoices',
        label: 'Invoices',
        short: 'Invoices',
        icon: ReceiptText,
        letter: 'i',
        shownTo: administrators,
        part: 'money',
      },
      {
        to: '/rate-cards',
        label: 'Rate cards',
        short: 'Rates',
        icon: Tags,
        letter: 'r',
        shownTo: administrators,
        inAdmin: true,
      },
      { to: '/reports', label: 'Reports', short: 'Reports', icon: ChartColumn, inAdmin: true },
      { to: '/time', label: 'Time', short: 'Time', icon: Timer, letter: 't', inAdmin: true, part: 'money' },
      {
        to: '/deadlines',
        label: 'Deadlines',
        short: 'Deadlines',
        icon: CalendarClock,
        inAdmin: true,
        part: 'documents',
      },
      { to: '/follow-ups', label: 'Follow-up', short: 'Follow-up', icon: BellRing, shownTo: ourTeam, inAdmin: true },
    ],
  },
  {
    label: 'HR library',
    folds: true,
    destinations: [
      { to: '/hr-policies', label: 'Policies', short: 'Policies', icon: BookOpenText },
      { to: '/hr-forms', label: 'Forms', short: 'Forms', icon: ClipboardPenLine },
      { to: '/law-changes', label: 'Law updates', short: 'Law', icon: Landmark },
      { to: '/hr-assistant', label: 'Assistant', short: 'Assistant', icon: MessageCircleQuestion, shownTo: ourTeam },
    ],
  },
  {
    label: 'Admin',
    folds: true,
    destinations: [
      {
        to: '/agreement-templates',
        label: 'Agreement templates',
        short: 'Agreements',
        icon: Files,
        shownTo: ourAdministrators,
      },
      {
        to: '/job-templates',
        label: 'Job templates',
        short: 'Templates',
        icon: LayoutList,
        shownTo: ourAdministrators,
      },
      {
        to: '/saved-replies',
        label: 'Saved replies',
        short: 'Replies',
        icon: MessageSquareQuote,
        shownTo: ourAdministrators,
      },
      { to: '/user-management', label: 'Users', short: 'Users', icon: Users },
      { to: '/firm-settings', label: 'Firm settings', short: 'Settings', icon: Settings2 },
      { to: '/api-keys', label: 'API keys', short: 'API keys', icon: KeyRound },
      { to: '/webhooks', label: 'Webhooks', short: 'Webhooks', icon: Webhook },
      { to: '/access-review', label: 'Access review', short: 'Access', icon: UserRoundCheck },
      { to: '/audit', label: 'Audit log', short: 'Audit', icon: History },
      { to: '/retention', label: 'Data retention', short: 'Retention', icon: Archive },
      { to: '/outbox', label: 'Email log', short: 'Email', icon: Mail },
      {
        to: '/received-emails',
        label: 'Received email',
        short: 'Received',
        icon: Inbox,
        shownTo: ourAdministrators,
      },
      { to: '/status', label: 'System status', short: 'Status', icon: Activity },
      { to: '/test-data', label: 'Test data', short: 'Test data', icon: FlaskConical, demonstrationOnly: true },
    ],
  },
]

/** A client's header. The HR library is in a menu, on phones in the user menu. */
export const clientBar: Destination[] = [
  { to: '/', label: 'Home', short: 'Home', icon: House, letter: 'd' },
  { to: '/messages', label: 'Messages', short: 'Messages', icon: MessageSquareText, letter: 'm' },
  { to: '/documents', label: 'Documents', short: 'Documents', icon: FileText, letter: 'o' },
  { to: '/agreements', label: 'Agreements', short: 'Agreements', icon: Signature, letter: 'a' },
  { to: '/hr-assistant', label: 'Ask HR', short: 'Ask HR', icon: MessageCircleQuestion, letter: 'h' },
]

/** Pages under Agreements, for the search and the shortcuts. */
const clientAgreements: Destination[] = [
  { to: '/proposals', label: 'Proposals', short: 'Proposals', icon: ScrollText, letter: 'p' },
  { to: '/contracts', label: 'Contracts', short: 'Contracts', icon: Signature, letter: 'c' },
  { to: '/invoices', label: 'Invoices', short: 'Invoices', icon: ReceiptText, letter: 'i' },
]

const deadlines: Destination = { to: '/deadlines', label: 'Deadlines', short: 'Deadlines', icon: CalendarClock }

/** A client's deadlines come from the law, so they are with the library. */
const clientLibrary = (): Group[] =>
  groups
    .filter(({ label }) => label === 'HR library')
    .map((group) => ({ ...group, destinations: [...group.destinations, deadlines] }))

/** A link is active on its page and the pages below, whatever the tab. */
export const activeWhere = (to: string) => ({ exact: to === '/', includeSearch: false })

/** For a link to the part of the portal that the page belongs to. */
export const current = { 'aria-current': 'page' } as const
export const none = {}

const agreementPages = ['/proposals', '/contracts', '/invoices', '/client-folders'] as const
const libraryPages = ['/hr-policies', '/hr-forms', '/law-changes', '/deadlines'] as const

/** The part of a client's header that a page belongs to, where its address does not begin with the link's. */
export function clientSectionOf(pathname: string): '/agreements' | 'library' | undefined {
  const isBelow = (to: string) => pathname === to || pathname.startsWith(`${to}/`)
  if (agreementPages.some(isBelow)) return '/agreements'
  return libraryPages.some(isBelow) ? 'library' : undefined
}

const maxInRail = 9

/** The client's header links, and the HR library. */
export const clientNavigation = (): { bar: Destination[]; library: Destination[] } => ({
  bar: clientBar,
  library: navigationFor('client').find(({ label }) => label === 'HR library')?.destinations ?? [],
})

/** The links for a role, and for what staff see. */
export function navigationFor(
  role: Role,
  { demonstration } = portalConfig() as { demonstration: boolean },
  staffAccess: StaffAccess = 'consultant',
): Group[] {
  const isOffered = ({ to, demonstrationOnly = false, shownTo, part }: Destination) => {
    const who = rolesThatMayOpen(to)
    if (demonstrationOnly && !demonstration) return false
    if (part !== undefined && !mayUsePart({ role, staffAccess }, part)) return false
    // The lists of money are a bookkeeper's work.
    const isBookkeepers = role === 'staff' && staffAccess === 'bookkeeper' && part === 'money'
    if (shownTo !== undefined && !shownTo.includes(role) && !isBookkeepers) return false
    return typeof who === 'string' || who.includes(role)
  }
  const own =
    role === 'client'
      ? [{ label: null, destinations: [...clientBar, ...clientAgreements] }, ...clientLibrary()]
      : ourAdministrators.includes(role)
        ? withAdminGroup(groups)
        : groups
  const offered = own
    .map((group) => ({ ...group, destinations: group.destinations.filter(isOffered) }))
    .filter((group) => group.destinations.length > 0)
  const isFull = offered.flatMap(({ destinations }) => destinations).length > maxInRail
  return offered.map((group) => ({ ...group, folds: isFull && group.folds === true }))
}

/** The rail of an administrator has at most nine entries; the others are in the Admin group. */
function withAdminGroup(all: readonly Group[]): Group[] {
  const moved = all.flatMap(({ destinations }) => destinations).filter(({ inAdmin = false }) => inAdmin)
  return all.map((group) => ({
    ...group,
    destinations:
      group.label === 'Admin'
        ? [...moved, ...group.destinations]
        : group.destinations.filter(({ inAdmin = false }) => !inAdmin),
  }))
}
