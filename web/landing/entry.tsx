import './landing.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { portalConfig } from '../kit/config.ts'
import { showCarriedToast, toast } from '../kit/toast-store.ts'
import { announceSignOut } from '../session/other-tabs.ts'
import { type OpenSignIn, signInFor } from '../sign-in/sign-in-for.ts'
import { LandingPage } from './LandingPage.tsx'

function ready(landing: { openSignIn: OpenSignIn }) {
  const asked = new URLSearchParams(location.search)
  if (asked.has('signin')) landing.openSignIn(signInFor(location.search))
  document.dispatchEvent(new Event('landing:ready'))
  showCarriedToast()
  if (asked.has('signed-out')) {
    announceSignOut()
    toast.success('Logged out successfully')
    history.replaceState(null, '', '/')
  }
}

function bringToLife() {
  const root = document.getElementById('root') as HTMLElement
  const page = (
    <StrictMode>
      <LandingPage config={portalConfig()} onReady={ready} />
    </StrictMode>
  )
  // Under the development server nothing is prerendered.
  if (root.firstElementChild === null) createRoot(root).render(page)
  else hydrateRoot(root, page)
}

// On a slow line this is here before the end of the page is.
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', bringToLife)
else bringToLife()
