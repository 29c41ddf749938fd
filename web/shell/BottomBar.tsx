import { Link, useLocation } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { Menu, MenuLink } from '../kit/Menu.tsx'
import { NeedsReplyCount } from '../messages/NeedsReplyCount.tsx'
import { bottomItem, bottomPlaces } from './look.ts'
import { activeWhere, clientSectionOf, current, type Destination, type Group, none } from './navigation.ts'

/** The phone's navigation: up to five links, or four and the rest in the More menu. */
export function BottomBar({ groups }: { groups: Group[] }) {
  const all = groups.flatMap((group) => group.destinations)
  const shown = all.length <= bottomPlaces + 1 ? all : all.slice(0, bottomPlaces)
  const rest = all.slice(shown.length)
  return (
    <nav
      aria-label="Main"
      className="no-print fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul className="flex">
        {shown.map((destination) => (
          <li key={destination.to} className={rest.length > 0 ? 'min-w-0 flex-1' : 'min-w-0 flex-auto'}>
            <BarLink destination={destination} />
          </li>
        ))}
        {rest.length > 0 && (
          <li className="min-w-0 flex-1">
            <More destinations={rest} />
          </li>
        )}
      </ul>
    </nav>
  )
}

function BarLink({ destination: { to, short, icon: Icon, counts } }: { destination: Destination }) {
  const section = useLocation({ select: ({ pathname }) => clientSectionOf(pathname) })
  return (
    <Link
      to={to}
      activeOptions={activeWhere(to)}
      inactiveProps={to === section ? current : none}
      className={bottomItem}
    >
      <span className="relative">
        <Icon size={20} />
        {counts === 'waiting' && <NeedsReplyCount className="absolute -top-1.5 left-3" />}
      </span>
      <span className="max-w-full truncate px-1">{short}</span>
    </Link>
  )
}

function More({ destinations }: { destinations: Destination[] }) {
  return (
    <Menu
      side="top"
      trigger={
        <button type="button" className={bottomItem}>
          <Ellipsis size={20} />
          More
        </button>
      }
    >
      {destinations.map(({ to, label, icon: Icon }) => (
        <MenuLink key={to}>
          <Link to={to}>
            <Icon className="text-ink-3" />
            {label}
          </Link>
        </MenuLink>
      ))}
    </Menu>
  )
}
