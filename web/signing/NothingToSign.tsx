import { Panel } from '../kit/Panel.tsx'
import { OpenLinks } from './OpenLinks.tsx'
import type { Subject } from './signing-target.ts'

/** For users who may not sign: the reason, and a link to the document. */
export function NothingToSign({ subject }: { subject: Subject }) {
  return (
    <div className="mx-auto w-full max-w-[560px] px-4 py-8 sm:py-14">
      <Panel>
        <h1 className="font-display text-title-phone wrap-anywhere text-ink">{subject.title}</h1>
        <p role="status" className="mt-2 text-lead wrap-anywhere text-ink-2">
          {subject.whyNot}
        </p>
        <div className="mt-5 text-body">
          <OpenLinks subject={subject} />
        </div>
      </Panel>
    </div>
  )
}
