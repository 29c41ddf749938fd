import type { ReactNode } from 'react'
import { Panel } from '../kit/Panel.tsx'

/** The only panel of a page opened by a link. */
export function QuietPanel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-[480px] pt-4 sm:pt-12">
      <Panel>
        <h1 className="mb-3 font-display text-title-phone text-ink sm:text-title">{title}</h1>
        {children}
      </Panel>
    </div>
  )
}
