import { Link, useLocation } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { mayUsePart } from '../../domain/folder-rights.ts'
import { classes } from '../kit/classes.ts'
import { portalConfig } from '../kit/config.ts'
import { Ridge } from '../kit/Ridge.tsx'
import { Wordmark } from '../kit/Wordmark.tsx'
import { NeedsReplyCount } from '../messages/NeedsReplyCount.tsx'
import { NotificationsMenu } from '../notifications/NotificationsMenu.tsx'
import { TimeButton } from '../time-entries/TimeButton.tsx'
import { useUser } from '../session/use-auth.ts'
import { SkipLink } from './BareFrame.tsx'
import { BottomBar } from './BottomBar.tsx'
import { SearchButton } from './SearchButton.tsx'
import type { Group } from './navigation.ts'
import { railFold, railFrame, railHeader, railItem, teamTopBar } from './look.ts'
import { activeWhere, current, navigationFor, none } from './navigation.ts'
import { teamSectionOf } from './team-sections.ts'
import { UserMenu } from './UserMenu.tsx'

/** Staff and administrators: a rail on the left, on phones a bar at the top and the bottom. */
export function TeamFrame({ children }: { children: ReactNode }) {
  const { role, staffAccess } = useUser()
  const groups = navigationFor(role, undefined, staffAccess)
  const section = useLocation({ select: ({ pathname }) => teamSectionOf(pathname, groups) })
  const nav = useCurrentInView()
  const { provider } = portalConfig()
  const wordmark = (
    <Link to="/" className="flex min-w-0 items-center rounded-sm coarse:min-h-11">
      <Wordmark narrow name={provider.name} logo={provider.logo} />
    </Link>
  )
  return (
    <div className={railFrame}>
      <SkipLink />
      <header className={railHeader}>
        <Ridge className="absolute inset-x-0 bottom-0 -z-1 h-36 w-full" />
        <div className="px-5 pt-4 pb-3">{wordmark}</div>
        <div className="flex items-center px-3 pb-4">
          <SearchButton look="field" />
          {mayUsePart({ role, staffAccess }, 'money') && <TimeButton />}
          <NotificationsMenu align="start" />
        </div>
        <nav ref={nav} aria-label="Main" className="relative min-h-0 flex-1 overflow-y-auto px-3 pb-4">
          {groups.map((group) => (
            <NavGroup key={group.label} group={group} section={section} />
          ))}
        </nav>
        <div className="p-3">
          <UserMenu look="row" />
        </div>
      </header>
      <header className={teamTopBar}>
        {wordmark}
        <div className="flex items-center gap-1">
          <SearchButton look="glass" />
          {mayUsePart({ role, staffAccess }, 'money') && <TimeButton />}
          <NotificationsMenu align="end" />
          <UserMenu look="avatar" />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="min-w-0 px-4 pt-6 pb-24 sm:px-6 lg:px-10 lg:pt-8 lg:pb-16">
        <div className="mx-auto max-w-[1240px]">{children}</div>
      </main>
      <BottomBar groups={groups} />
    </div>
  )
}

/** The link of the open page is in view where the rail scrolls. */
function useCurrentInView() {
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const rail = nav.current
    const link = rail?.querySelector<HTMLElement>('[aria-current=page]')
    if (!rail || !link || link.offsetParent === null) return
    const isInView =
      link.offsetTop >= rail.scrollTop && link.offsetTop + link.offsetHeight <= rail.scrollTop + rail.clientHeight
    if (!isInView) rail.scrollTop = link.offsetTop - rail.clientHeight / 2
  }, [pathname])
  return nav
}

type NavGroupProps = { group: Group; section: ReturnType<typeof teamSectionOf> }

function NavGroup({ group, section }: NavGroupProps) {
  const { pathname } = useLocation()
  const isHere = group.destinations.some(({ to }) => to === section || (to !== '/' && pathname.startsWith(to)))
  const [chosen, setOpen] = useState<boolean | null>(null)
  const isOpen = group.folds !== true || (chosen ?? isHere)
  return (
    <div className={group.folds === true ? 'mb-1' : 'mb-4'}>
      {group.folds === true ? (
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className={railFold}>
          <ChevronRight className={classes('shrink-0 text-ink-3 transition-transform', isOpen && 'rotate-90')} />
          {group.label}
        </button>
      ) : (
        group.label !== null && <h2 className="px-2.5 pb-1.5 text-micro font-normal text-ink-3">{group.label}</h2>
      )}
      <ul className={classes('space-y-px', !isOpen && 'hidden', group.folds === true && 'pb-2 pl-3')}>
        {group.destinations.map(({ to, label, icon: Icon, counts }) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={activeWhere(to)}
              inactiveProps={to === section ? current : none}
              className={railItem}
            >
              <Icon className="shrink-0 text-ink-3" />
              <span className="min-w-0 flex-1 truncate">{label}</span>
              {counts === 'waiting' && <NeedsReplyCount />}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
