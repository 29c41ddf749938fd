import { Link } from '@tanstack/react-router'
import { type LucideIcon, MessageCircleQuestion, ReceiptText, ScrollText, Signature } from 'lucide-react'
import { buttonStyle } from '../kit/button-style.ts'
import { appPages } from '../pages.ts'

export interface QuickAction {
  to: string
  label: string
  icon: LucideIcon
}

const proposals = { to: '/proposals', label: 'Proposals', icon: ScrollText }

export const adminActions: QuickAction[] = [
  proposals,
  { to: '/contracts', label: 'Contracts', icon: Signature },
  { to: '/invoices', label: 'Invoices', icon: ReceiptText },
]

export const staffActions: QuickAction[] = [
  proposals,
  { to: '/hr-assistant', label: 'HR assistant', icon: MessageCircleQuestion },
]

/** Where the work of the day is begun. What has no page is left out. */
export function QuickActions({ actions }: { actions: readonly QuickAction[] }) {
  const offered = actions.filter(({ to }) => appPages.some(({ path }) => path === to))
  return (
    <nav aria-label="Quick actions">
      <ul className="flex flex-wrap gap-2">
        {offered.map(({ to, label, icon: Icon }, i) => (
          <li key={to}>
            <Link to={to} className={buttonStyle(i === 0 ? 'primary' : 'secondary')}>
              <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
