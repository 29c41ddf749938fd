import { Link } from '@tanstack/react-router'
import { ArrowLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonStyle } from './button-style.ts'
import { classes } from './classes.ts'
import { usePageTitle } from './page-title.ts'
import type { Place } from './link-target.ts'

export interface Crumb extends Place {
  label: string
}

export interface Home extends Crumb {
  /** Whether pages have the button back to it; off for clients, whose header always links there. */
  hasBackButton?: boolean
}

type PageHeaderProps = {
  /** The first crumb: the reader's dashboard. */
  home: Home
  crumbs?: readonly Crumb[]
  /** A line over the title; the browser's tab shows it instead of the title. */
  eyebrow?: string
  title: string
  badge?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  /** The button back to the dashboard; by default where the reader's pages have it. */
  backToDashboard?: boolean
  /** Off on the dashboard itself. */
  breadcrumb?: boolean
}

/** The header of every page: breadcrumbs, title, status, and actions. */
export function PageHeader(props: PageHeaderProps) {
  usePageTitle(props.eyebrow ?? props.title)
  const {
    home,
    crumbs = [],
    eyebrow,
    title,
    badge,
    description,
    actions,
    backToDashboard = home.hasBackButton ?? true,
    breadcrumb = true,
  } = props
  const hasActions = Boolean(actions)
  return (
    <header className="mb-4 sm:mb-6">
      {breadcrumb && <Breadcrumb trail={[home, ...crumbs]} title={title} />}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-96">
          <div className="flex flex-wrap items-end gap-x-3 gap-y-1">
            <h1 dir="auto" className="min-w-0 own-direction font-display text-title-phone text-ink sm:text-title">
              {eyebrow !== undefined && (
                <span className="block font-sans text-meta font-normal tracking-normal text-ink-3">{eyebrow} </span>
              )}
              {title}
            </h1>
            {Boolean(badge) && <span className="flex min-h-8 flex-wrap items-center gap-1.5 sm:min-h-9">{badge}</span>}
          </div>
          {description !== undefined && (
            <p className="mt-1 max-w-[68ch] text-lead text-pretty text-ink-2">{description}</p>
          )}
        </div>
        {(hasActions || backToDashboard) && (
          // On phones always on their own line, even if there is room next to the title.
          <div
            className={classes(
              // There a primary button is the first.
              'no-print flex flex-wrap items-end gap-2 max-sm:w-full max-sm:[&>.bg-primary]:order-first',
              !hasActions && 'max-sm:hidden',
            )}
          >
            {backToDashboard && (
              // On a phone the bar at the bottom leads there.
              <Link to={home.to} className={classes(buttonStyle('ghost'), 'max-sm:hidden')}>
                <ArrowLeft />
                Back to Dashboard
              </Link>
            )}
            {actions}
          </div>
        )}
      </div>
    </header>
  )
}

/** Names of pages are not cut short; those that people gave are. */
const longestPage = 20

/** The way to this page. */
export function Breadcrumb({ trail, title }: { trail: readonly Crumb[]; title: string }) {
  return (
    <nav aria-label="Breadcrumb" className="no-print mb-2 coarse:-mt-3 coarse:mb-0">
      {/* One line, so that the title stays where it is when the last crumb gets its name. */}
      <ol className="flex items-center gap-x-1.5 overflow-x-clip text-meta text-ink-3">
        {trail.map((crumb, index) => (
          <li
            key={crumb.label}
            className={classes(
              'flex items-center gap-1.5',
              crumb.label.length > longestPage ? 'min-w-16' : 'shrink-0',
              // On a phone the names need the room: the way back is one step, and the bar at the foot leads further.
              index < trail.length - 1 && 'max-sm:hidden',
            )}
          >
            <Link
              to={crumb.to}
              params={crumb.params}
              search={crumb.search}
              className="inline-flex min-w-0 items-center rounded-sm hover:text-ink hover:underline coarse:min-h-11"
            >
              <span dir="auto" className="truncate">
                {crumb.label}
              </span>
            </Link>
            <ChevronRight size={14} className="shrink-0" />
          </li>
        ))}
        <li
          aria-current="page"
          dir="auto"
          className={classes('text-ink-2', title.length > longestPage ? 'min-w-16 truncate' : 'shrink-0')}
        >
          {title}
        </li>
      </ol>
    </nav>
  )
}
