import { Panel } from '../kit/Panel.tsx'
import { OpenLinks } from './OpenLinks.tsx'
import type { SigningTarget } from './signing-target.ts'

/** For users who may not sign: the reason, and a link to the document. */
export function NothingToSign({ target }: { target: SigningTarget }) {
  return (
    <div className="mx-auto w-full max-w-[560px] px-4 py-8 sm:py-14">
      <Panel>
        <h1 className="font-display text-title-phone wrap-anywhere text-ink">{target.title}</h1>
        <p role="status" className="mt-2 text-lead wrap-anywhere text-ink-2">
          {target.whyNot}
        </p>
        <div className="mt-5 text-body">
          <OpenLinks target={target} />
        </div>
      </Panel>
    </div>
  )
}
