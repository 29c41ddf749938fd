import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { buttonStyle } from '../kit/button-style.ts'
import { portalConfig } from '../kit/config.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { usePageTitle } from '../kit/page-title.ts'
import { useUnsavedWork } from '../kit/unsaved-work.ts'
import { Wordmark } from '../kit/Wordmark.tsx'
import { useHome } from '../session/names.ts'
import { SkipLink } from '../shell/BareFrame.tsx'

type SigningFrameProps = {
  title: string
  /** Something was entered that leaving would lose. */
  dirty: boolean
  /** The bar at the foot of the screen. */
  bar?: ReactNode
  children: ReactNode
}

/** Nothing but the signing on the screen: no rail, a way out, and the bar that never scrolls away. */
export function SigningFrame({ title, dirty, bar, children }: SigningFrameProps) {
  usePageTitle(title)
  useUnsavedWork(dirty)
  const { provider } = portalConfig()
  return (
    // On a screen too low for it (or enlarged so far) the bar waits at the end instead.
    <div
      data-corner-buttons=""
      className="signing-frame flex min-h-dvh flex-col bg-mist [@media(min-height:30rem)]:h-dvh"
    >
      <SkipLink />
      <header className="no-print border-b border-line bg-paper">
        <div className="flex h-14 items-center justify-between gap-3 px-4 sm:px-6">
          <span className="flex min-w-0 items-center">
            <Wordmark name={provider.name} logo={provider.logo} />
          </span>
          <Leave dirty={dirty} />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {children}
      </main>
      {bar}
    </div>
  )
}

function Leave({ dirty }: { dirty: boolean }) {
  const home = useHome()
  const [asking, setAsking] = useState(false)
  const inside = (
    <>
      <X />
      <span className="max-sm:sr-only">{home.label}</span>
    </>
  )
  if (!dirty)
    return (
      <Link to={home.to} className={buttonStyle('ghost')}>
        {inside}
      </Link>
    )
  return (
    <>
      <button type="button" className={buttonStyle('ghost')} onClick={() => setAsking(true)}>
        {inside}
      </button>
      <AskDialog
        open={asking}
        title="Leave without signing?"
        question="Your changes won’t be saved."
        keep="Stay"
        act="Leave"
        onCancel={() => setAsking(false)}
        onAct={() => location.assign('/')}
      />
    </>
  )
}
