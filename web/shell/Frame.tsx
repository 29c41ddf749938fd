import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { SecondFactorFirst } from '../account/SecondFactorFirst.tsx'
import { leaveToSignIn } from '../session/SignInAgain.tsx'
import { ViewingBanner } from '../session/ViewingBanner.tsx'
import { mayOpen } from '../session/use-may.ts'
import { useAuth } from '../session/use-auth.ts'
import { FullScreenSpinner } from '../kit/Spinner.tsx'
import { BareFrame } from './BareFrame.tsx'
import { ClientFrame } from './ClientFrame.tsx'
import { Overlays } from './Overlays.tsx'
import { NoAccessPage } from './plain-pages.tsx'
import { TeamFrame } from './TeamFrame.tsx'

/** The page with what stands around it, below the banner of whoever views as a client. */
export function Frame() {
  const { user } = useAuth()
  return (
    <>
      {user !== null && <ViewingBanner user={user} />}
      <Framed />
    </>
  )
}

/** What stands around a page: the rail for the team, a header for clients, next to nothing for who is signed out. */
function Framed() {
  const { user } = useAuth()
  const { who, isWholeScreen = false } = useMatches().at(-1)?.staticData ?? {}
  const page = user !== null && who !== undefined && !mayOpen(who, user) ? <NoAccessPage /> : <Outlet />
  useFocusOnArrival()
  if (user === null) return who === undefined || who === 'anyone' ? <BareFrame>{page}</BareFrame> : <Leaving />
  if (user.needsSecondFactor && who !== 'anyone')
    return (
      <BareFrame>
        <SecondFactorFirst />
      </BareFrame>
    )
  if (isWholeScreen) return page
  if (who === 'anyone') return <BareFrame>{page}</BareFrame>
  return (
    <>
      {user.role === 'client' ? <ClientFrame>{page}</ClientFrame> : <TeamFrame>{page}</TeamFrame>}
      <Overlays />
    </>
  )
}

function Leaving() {
  useEffect(leaveToSignIn, [])
  return <FullScreenSpinner label="Going to the sign-in" />
}

/** After a step to another page the reader, and whoever listens, is at its beginning. */
function useFocusOnArrival() {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname])
}
