import type { PortalConfig } from '../kit/config.ts'
import { SectionLinks } from './Header.tsx'

export function Footer({ provider }: { provider: PortalConfig['provider'] }) {
  return (
    <footer className="bg-ridge-900 text-ridge-200">
      <div className="mx-auto flex max-w-[1200px] flex-wrap items-center justify-between gap-x-8 gap-y-4 px-4 py-10 sm:px-6">
        <p className="font-display text-name text-surface">{provider.name}</p>
        <nav aria-label="Footer" className="[&_a]:text-ridge-200 [&_a]:hover:text-surface">
          <SectionLinks current="" className="flex flex-wrap gap-x-2" linkClass="px-2 py-1.5" />
        </nav>
        <p className="text-meta">
          <a href="/verify" className="inline-flex min-h-6 items-center underline hover:text-surface coarse:min-h-11">
            Verify a document
          </a>
        </p>
        <p className="text-meta">HR consulting for Virginia’s small businesses and schools.</p>
      </div>
    </footer>
  )
}
