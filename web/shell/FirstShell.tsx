import { Bell, ChevronRight, Ellipsis, Search, Timer } from 'lucide-react'
import type { PortalConfig } from '../kit/config.ts'
import { Ridge } from '../kit/Ridge.tsx'
import { Wordmark } from '../kit/Wordmark.tsx'
import { clientBar, type Destination, type Group } from './navigation.ts'
import {
  bottomItem,
  bottomPlaces,
  clientBarItem,
  clientHeader,
  railFold,
  railFrame,
  railHeader,
  railItem,
  searchField,
  teamTopBar,
} from './look.ts'

type FirstShellProps = { provider: Pick<PortalConfig['provider'], 'name' | 'logo'>; groups: readonly Group[] | null }

/**
 * The frame of a signed-in page in the first HTML, until the app has loaded and renders its own in the same place. Its
 * links work; its buttons are only drawn. `groups` are those of the team's rail; null for a client.
 */
export function FirstShell({ provider, groups }: FirstShellProps) {
  const wordmark = (
    <a href="/" className="flex min-w-0 items-center rounded-sm coarse:min-h-11">
      <Wordmark narrow {...provider} />
    </a>
  )
  if (groups === null)
    return (
      <div className="min-h-dvh">
        <header className="no-print border-b border-line">
          <div className={clientHeader}>
            <span className="mr-6 flex min-w-0 items-center">{wordmark}</span>
            <nav aria-label="Main" className="hidden h-full lg:block">
              <ul className="flex h-full">
                {clientBar.map(({ to, label }) => (
                  <li key={to}>
                    <a href={to} className={clientBarItem}>
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
            <TopIcons />
          </div>
        </header>
        <BottomLinks destinations={clientBar} />
      </div>
    )
  const all = groups.flatMap(({ destinations }) => destinations)
  return (
    <div className={railFrame}>
      <div className={railHeader}>
        <Ridge className="absolute inset-x-0 bottom-0 -z-1 h-36 w-full" />
        <div className="px-5 pt-4 pb-3">{wordmark}</div>
        <div className="flex items-center px-3 pb-4" aria-hidden="true">
          <span className={searchField}>
            <Search size={16} className="shrink-0" />
            Search
          </span>
          <span className="grid size-9 shrink-0 place-items-center text-ink-2">
            <Timer size={18} />
          </span>
          <span className="grid size-9 shrink-0 place-items-center text-ink-2">
            <Bell size={18} />
          </span>
        </div>
        <nav aria-label="Main" className="min-h-0 flex-1 overflow-y-auto px-3 pb-4">
          {groups.map(({ label, folds, destinations }) =>
            folds === true ? (
              <div key={label} className={`mb-1 ${railFold}`}>
                <ChevronRight className="shrink-0 text-ink-3" />
                {label}
              </div>
            ) : (
              <ul key={label} className="mb-4 space-y-px">
                {destinations.map(({ to, label: words, icon: Icon }) => (
                  <li key={to}>
                    <a href={to} className={railItem}>
                      <Icon className="shrink-0 text-ink-3" />
                      <span className="min-w-0 flex-1 truncate">{words}</span>
                    </a>
                  </li>
                ))}
              </ul>
            ),
          )}
        </nav>
      </div>
      <div className={teamTopBar}>
        {wordmark}
        <TopIcons />
      </div>
      <BottomLinks destinations={all} />
    </div>
  )
}

const TopIcons = () => (
  <span className="ml-auto flex items-center gap-1 text-ink-2" aria-hidden="true">
    {[Search, Bell].map((Icon, index) => (
      <span key={index} className="grid size-11 place-items-center">
        <Icon size={20} />
      </span>
    ))}
    <span className="grid size-11 place-items-center">
      <span className="size-8 rounded-full bg-mist-2" />
    </span>
  </span>
)

function BottomLinks({ destinations }: { destinations: readonly Destination[] }) {
  const shown = destinations.length <= bottomPlaces + 1 ? destinations : destinations.slice(0, bottomPlaces)
  return (
    <nav
      aria-label="Main"
      className="no-print fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul className="flex">
        {shown.map(({ to, short, icon: Icon }) => (
          <li key={to} className={shown.length < destinations.length ? 'min-w-0 flex-1' : 'min-w-0 flex-auto'}>
            <a href={to} className={bottomItem}>
              <Icon size={20} />
              <span className="max-w-full truncate px-1">{short}</span>
            </a>
          </li>
        ))}
        {shown.length < destinations.length && (
          <li className="min-w-0 flex-1" aria-hidden="true">
            <span className={bottomItem}>
              <Ellipsis size={20} />
              More
            </span>
          </li>
        )}
      </ul>
    </nav>
  )
}
