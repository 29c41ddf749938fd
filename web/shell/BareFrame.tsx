import type { ReactNode } from 'react'
import { portalConfig } from '../kit/config.ts'
import { Wordmark } from '../kit/Wordmark.tsx'

export function BareFrame({ children }: { children: ReactNode }) {
  const { provider } = portalConfig()
  return (
    <div className="min-h-dvh">
      <header className="no-print mx-auto flex h-14 max-w-[1240px] items-center px-4 sm:h-16 sm:px-6 lg:px-10">
        <a href="/" className="flex min-w-0 items-center rounded-sm coarse:min-h-11">
          <Wordmark name={provider.name} logo={provider.logo} />
        </a>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto max-w-[1240px] px-4 pb-16 sm:px-6 lg:px-10">
        {children}
      </main>
    </div>
  )
}

export function SkipLink() {
  return (
    <a
      href="#main"
      className="absolute top-2 left-2 z-40 inline-flex min-h-9 -translate-y-20 items-center rounded-md bg-surface px-4 font-semibold text-link shadow-lift focus:translate-y-0 coarse:min-h-11"
    >
      Skip to content
    </a>
  )
}
