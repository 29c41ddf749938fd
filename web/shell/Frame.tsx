import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { SecondFactorRequired } from '../account/SecondFactorRequired.tsx'
import { leaveToSignIn } from '../session/SignInAgain.tsx'
import { ImpersonationBanner } from '../session/ImpersonationBanner.tsx'
import { mayOpen } from '../session/use-may.ts'
import { useAuth } from '../session/use-auth.ts'
import { removeFirstShell } from '../kit/first-shell.ts'
import { FullScreenSpinner } from '../kit/Spinner.tsx'
import { BareFrame } from './BareFrame.tsx'
import { ClientFrame } from './ClientFrame.tsx'
import { ItemPanel } from '../side-panels/ItemPanel.tsx'
import { Overlays } from './Overlays.tsx'
import { NoAccessPage } from './plain-pages.tsx'
import { TeamFrame } from './TeamFrame.tsx'

/** The page in its frame, below the impersonation banner. */
export function Frame() {
  const { user } = useAuth()
  return (
    <>
      {user !== null && <ImpersonationBanner user={user} />}
      <Framed />
    </>
  )
}

/** The frame: a rail for the team, a header for clients, almost nothing when signed out. */
function Framed() {
  const { user } = useAuth()
  const { who, isWholeScreen = false } = useMatches().at(-1)?.staticData ?? {}
  const page = user !== null && who !== undefined && !mayOpen(who, user) ? <NoAccessPage /> : <Outlet />
  useFocusOnArrival()
  useLayoutEffect(removeFirstShell, [])
  if (user === null) return who === undefined || who === 'anyone' ? <BareFrame>{page}</BareFrame> : <Leaving />
  if (user.needsSecondFactor && who !== 'anyone')
    return (
      <BareFrame>
        <SecondFactorRequired />
      </BareFrame>
    )
  if (isWholeScreen) return page
  if (who === 'anyone') return <BareFrame>{page}</BareFrame>
  return (
    <>
      {user.role === 'client' ? <ClientFrame>{page}</ClientFrame> : <TeamFrame>{page}</TeamFrame>}
      <ItemPanel />
      <Overlays />
    </>
  )
}

function Leaving() {
  useEffect(leaveToSignIn, [])
  return <FullScreenSpinner label="Opening the sign-in page" />
}

/** After navigation, focus moves to the start of the new page. */
function useFocusOnArrival() {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname])
}
