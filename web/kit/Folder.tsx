import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export interface Fact {
  label: string
  value: ReactNode
  /** Left out on phones. */
  isMinor?: boolean
}

type FolderProps = {
  title: string
  /** The title's heading level: 1 where the folder is the page. */
  level?: 1 | 2
  facts?: readonly Fact[]
  actions?: ReactNode
  /** On phones only one line of the title, without facts and actions. */
  isShort?: boolean
  className?: string
  children: ReactNode
}

/** The client folder: a manila band with a tab that has the name, and the content below it. */
export function Folder({ title, level = 1, facts = [], actions, isShort = false, className, children }: FolderProps) {
  const Title = level === 1 ? 'h1' : 'h2'
  return (
    <section className={classes('relative min-w-0', className)}>
      <div className={classes('flex min-h-13 pr-4 text-folder', actions !== undefined && 'xl:pr-140')}>
        {/* One line; on phones a long name wraps, unless the height is needed. */}
        <Title
          dir="auto"
          className={classes(
            'edge-forced min-w-0 rounded-tl-xl bg-folder pt-3.5 pr-1 pl-4 font-display text-subtitle wrap-anywhere text-on-folder sm:truncate sm:pl-6 sm:text-[1.5rem] sm:leading-8',
            isShort ? 'max-sm:truncate' : 'max-sm:line-clamp-4 max-sm:pb-1 max-sm:text-wrap',
          )}
          {...(isShort ? { title } : {})}
        >
          {title}
        </Title>
        <FolderCut />
      </div>
      <div
        className={classes(
          'edge-forced mb-4 rounded-xl rounded-tl-none bg-folder px-4 pt-1 pb-4 text-on-folder sm:mb-5 sm:px-6',
          isShort && 'max-sm:mb-2 max-sm:pb-1',
        )}
      >
        {(facts.length > 0 || actions !== undefined) && (
          <div className={classes('flex flex-wrap items-start justify-between gap-4 pt-2', isShort && 'max-sm:hidden')}>
            <dl className="flex min-w-0 flex-wrap gap-x-8 gap-y-2 sm:gap-x-10 sm:gap-y-3">
              {facts.map((fact) => (
                <div key={fact.label} className={classes('min-w-0', fact.isMinor === true && 'max-sm:hidden')}>
                  <dt className="text-meta">{fact.label}</dt>
                  <dd className="text-panel">{fact.value}</dd>
                </div>
              ))}
            </dl>
            {actions !== undefined && (
              // Wide screens have room for them next to the tab.
              <div className="no-print flex flex-wrap gap-2 xl:absolute xl:top-1 xl:right-0">{actions}</div>
            )}
          </div>
        )}
      </div>
      {children}
    </section>
  )
}

/** The slope at the right of a folder's tab, as high as the tab, in the current color. */
export function FolderCut() {
  return (
    <svg
      width="46"
      viewBox="0 0 46 52"
      preserveAspectRatio="none"
      className="no-print min-h-13 shrink-0"
      aria-hidden="true"
    >
      <path d="M0 0H4C11 0 15 4 18 11L29 38C33 47 37 52 46 52H0Z" fill="currentColor" />
    </svg>
  )
}
