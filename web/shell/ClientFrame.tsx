import { Link, useLocation } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { portalConfig } from '../kit/config.ts'
import { Menu, MenuLink } from '../kit/Menu.tsx'
import { Wordmark } from '../kit/Wordmark.tsx'
import { NotificationsMenu } from '../notifications/NotificationsMenu.tsx'
import { SkipLink } from './BareFrame.tsx'
import { BottomBar } from './BottomBar.tsx'
import { SearchButton } from './SearchButton.tsx'
import { clientBarItem, clientHeader } from './look.ts'
import { activeWhere, clientNavigation, clientSectionOf, current, none } from './navigation.ts'
import { UserMenu } from './UserMenu.tsx'

/** Clients have a header instead of a rail, on phones also a bottom bar. */
export function ClientFrame({ children }: { children: ReactNode }) {
  const { provider } = portalConfig()
  const { bar, library } = clientNavigation()
  const section = useLocation({ select: ({ pathname }) => clientSectionOf(pathname) })
  return (
    <div className="min-h-dvh">
      <SkipLink />
      <header className="no-print border-b border-line">
        <div className={clientHeader}>
          <Link to="/" className="mr-6 flex min-w-0 items-center rounded-sm coarse:min-h-11">
            <Wordmark narrow name={provider.name} logo={provider.logo} />
          </Link>
          <nav aria-label="Main" className="hidden h-full lg:block">
            <ul className="flex h-full">
              {bar.map(({ to, label }) => (
                <li key={to}>
                  <Link
                    to={to}
                    activeOptions={activeWhere(to)}
                    inactiveProps={to === section ? current : none}
                    className={clientBarItem}
                  >
                    {label}
                  </Link>
                </li>
              ))}
              <li>
                <Menu
                  align="start"
                  trigger={
                    <button
                      type="button"
                      aria-current={section === 'library' ? 'page' : undefined}
                      className={clientBarItem}
                    >
                      HR library
                      <ChevronDown className="text-ink-3" />
                    </button>
                  }
                >
                  {library.map(({ to, label, icon: Icon }) => (
                    <MenuLink key={to}>
                      <Link to={to}>
                        <Icon className="text-ink-3" />
                        {label}
                      </Link>
                    </MenuLink>
                  ))}
                </Menu>
              </li>
            </ul>
          </nav>
          <span className="ml-auto flex items-center gap-1">
            <SearchButton look="glass" />
            <NotificationsMenu align="end" />
            <UserMenu look="avatar" />
          </span>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto max-w-[1152px] px-4 pt-5 pb-24 sm:px-6 sm:pt-6 lg:px-10">
        {children}
      </main>
      <BottomBar groups={[{ label: null, destinations: bar }]} />
    </div>
  )
}
