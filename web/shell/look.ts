// Styles that the frames share with the first HTML (FirstShell.tsx), so that nothing moves when the app draws its own.

export const railFrame = 'min-h-dvh lg:grid lg:grid-cols-[236px_minmax(0,1fr)] print:block'

export const railHeader = 'rail no-print sticky top-0 z-1 hidden h-dvh flex-col bg-mist lg:flex'

export const railItem =
  'relative flex min-h-8 items-center gap-3 rounded-md px-2.5 text-body font-medium text-ink-2 transition-colors hover:bg-mist-2 hover:text-ink coarse:min-h-11 aria-[current=page]:bg-surface aria-[current=page]:text-ink aria-[current=page]:shadow-sheet aria-[current=page]:before:absolute aria-[current=page]:before:inset-y-1.5 aria-[current=page]:before:-left-3 aria-[current=page]:before:w-1 aria-[current=page]:before:rounded-r-sm aria-[current=page]:before:bg-tab'

export const railFold =
  'flex min-h-8 w-full items-center gap-3 rounded-md px-2.5 text-left text-body font-medium text-ink-2 transition-colors hover:bg-mist-2 hover:text-ink coarse:min-h-11'

export const searchField =
  'flex h-9 min-w-0 flex-1 items-center gap-2.5 rounded-md border border-line-strong bg-surface px-2.5 text-left text-body text-ink-3 transition-colors hover:text-ink coarse:h-11'

export const teamTopBar =
  'no-print flex h-14 items-center justify-between gap-3 border-b border-line px-4 sm:px-6 lg:hidden'

export const clientHeader = 'mx-auto flex h-14 max-w-[1152px] items-center gap-1 px-4 sm:h-16 sm:px-6 lg:px-10'

export const clientBarItem =
  'flex h-full items-center gap-1.5 border-y-3 border-transparent px-3 text-body font-medium whitespace-nowrap text-ink-2 transition-colors hover:text-ink aria-[current=page]:border-b-tab aria-[current=page]:text-ink'

/** Links of a phone's bottom bar; one more fits if it is the last. */
export const bottomPlaces = 4

export const bottomItem =
  'relative flex h-16 w-full flex-col items-center justify-center gap-1 text-micro font-medium text-ink-2 -outline-offset-2 aria-[current=page]:text-ink aria-[current=page]:before:absolute aria-[current=page]:before:top-0 aria-[current=page]:before:h-[3px] aria-[current=page]:before:w-11 aria-[current=page]:before:rounded-b-sm aria-[current=page]:before:bg-tab'
