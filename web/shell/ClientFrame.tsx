import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonStyle } from '../kit/button-style.ts'
import { Name } from '../kit/Called.tsx'
import { portalConfig } from '../kit/config.ts'
import { Badge } from '../kit/StatusBadge.tsx'
import { Wordmark } from '../kit/Wordmark.tsx'
import { Bell } from '../notices/Bell.tsx'
import { fullName, roleWords } from '../session/names.ts'
import { useUser } from '../session/use-auth.ts'
import { SkipLink } from './BareFrame.tsx'
import { BottomBar } from './BottomBar.tsx'
import { FindButton } from './FindButton.tsx'
import { activeWhere, navigationFor } from './navigation.ts'
import { LogoutLink, UserMenu } from './UserMenu.tsx'

/** Clients have no rail: the folder fills the page. Where else they can go stands below the header, on phones at the foot. */
export function ClientFrame({ children }: { children: ReactNode }) {
  const user = useUser()
  const { provider } = portalConfig()
  const groups = navigationFor(user.role)
  return (
    <div className="min-h-dvh">
      <SkipLink />
      <header className="no-print border-b border-line">
        <div className="mx-auto flex h-14 max-w-[1152px] items-center gap-1 px-4 sm:h-16 sm:gap-3 sm:px-6 lg:px-10">
          <Link to="/" className="mr-auto flex min-w-0 items-center rounded-sm coarse:min-h-11">
            <Wordmark
              narrow
              name={provider.name}
              logo={provider.logo}
              className="max-sm:gap-2 max-sm:[&>span:last-child]:text-meta max-sm:[&>span:last-child]:leading-4"
            />
          </Link>
          <FindButton look="glass" />
          <span className="hidden min-w-0 text-body text-ink-2 sm:block">
            <Name cut>{fullName(user)}</Name>
          </span>
          <Badge className="shrink-0 max-sm:hidden">{roleWords[user.role]}</Badge>
          <Bell align="end" />
          <LogoutLink className={buttonStyle('secondary', 'small')} />
          <UserMenu look="avatar" />
        </div>
        <nav aria-label="Main" className="mx-auto hidden max-w-[1152px] px-10 lg:block">
          <ul className="-mx-3 flex flex-wrap gap-x-1">
            {groups
              .flatMap((group) => group.destinations)
              .map(({ to, label }) => (
                <li key={to}>
                  <Link
                    to={to}
                    activeOptions={activeWhere(to)}
                    className="block border-b-3 border-transparent px-3 pt-1 pb-2 text-body font-medium text-ink-2 transition-colors hover:text-ink aria-[current=page]:border-tab aria-[current=page]:text-ink coarse:py-3"
                  >
                    {label}
                  </Link>
                </li>
              ))}
          </ul>
        </nav>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto max-w-[1152px] px-4 pt-6 pb-24 sm:px-6 sm:pt-8 lg:px-10">
        {children}
      </main>
      <BottomBar groups={groups} />
    </div>
  )
}
