import { Panel } from '../kit/Panel.tsx'
import { OpenLinks } from './PaperView.tsx'
import type { Subject } from './subject.ts'

/** Whoever comes here and may not sign: why, and the way to what it is about. */
export function NotToSign({ subject }: { subject: Subject }) {
  return (
    <div className="mx-auto w-full max-w-[560px] px-4 py-8 sm:py-14">
      <Panel>
        <h1 className="font-display text-title-phone wrap-anywhere text-ink">{subject.title}</h1>
        <p role="status" className="mt-2 text-lead wrap-anywhere text-ink-2">
          {subject.whyNot}
        </p>
        <div className="mt-5 text-body">
          <OpenLinks quiet subject={subject} />
        </div>
      </Panel>
    </div>
  )
}
