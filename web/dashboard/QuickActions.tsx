import { Link } from '@tanstack/react-router'
import { type LucideIcon, MessageCircleQuestion, ReceiptText, ScrollText, Signature } from 'lucide-react'
import { buttonStyle } from '../kit/button-style.ts'

export interface QuickAction {
  to: '/proposals' | '/contracts' | '/invoices' | '/hr-assistant'
  /** Opens the create dialog directly. */
  creates?: true
  label: string
  icon: LucideIcon
}

const proposals = { to: '/proposals', creates: true, label: 'Proposals', icon: ScrollText } as const

export const adminActions: QuickAction[] = [
  proposals,
  { to: '/contracts', creates: true, label: 'Contracts', icon: Signature },
  { to: '/invoices', creates: true, label: 'Invoices', icon: ReceiptText },
]

export const staffActions: QuickAction[] = [
  proposals,
  { to: '/hr-assistant', label: 'HR assistant', icon: MessageCircleQuestion },
]

/** Shortcuts to create common records. A phone has them under More, and shows the work first. */
export function QuickActions({ actions }: { actions: readonly QuickAction[] }) {
  return (
    <nav aria-label="Quick actions" className="max-sm:hidden">
      <ul className="flex flex-wrap gap-2">
        {actions.map(({ to, creates, label, icon: Icon }) => (
          <li key={to}>
            <Link to={to} search={creates ? { create: 'true' } : {}} className={buttonStyle('secondary')}>
              <Icon />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
