import { Link } from '@tanstack/react-router'
import { buttonStyle } from '../kit/button-style.ts'
import { Panel } from '../kit/Panel.tsx'
import { useUser } from '../session/use-auth.ts'
import { OpenLinks } from './OpenLinks.tsx'
import type { SigningTarget } from './signing-target.ts'

/** For users who may not sign: the reason, and a link to the document. */
export function NothingToSign({ target }: { target: SigningTarget }) {
  const isTeam = useUser().role !== 'client'
  return (
    <div className="mx-auto w-full max-w-[560px] px-4 py-8 sm:py-14">
      <Panel>
        <h1 className="font-display text-title-phone wrap-anywhere text-ink">{target.title}</h1>
        <p role="status" className="mt-2 text-lead wrap-anywhere text-ink-2">
          {target.whyNot}
        </p>
        <div className="mt-5 flex flex-wrap items-center gap-3 text-body">
          {isTeam && (
            <Link
              to="/client-folders/$id"
              params={{ id: target.clientFolderId }}
              search={{ tab: target.noun }}
              className={buttonStyle('primary')}
            >
              Open folder
            </Link>
          )}
          <OpenLinks target={target} />
        </div>
      </Panel>
    </div>
  )
}
