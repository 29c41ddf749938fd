import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import type { PortalConfig } from '../kit/config.ts'
import { LandingPage } from './LandingPage.tsx'

/** The page's HTML, with tokens in place of what only the installation knows. `logo` null draws our own mark. */
export function prerenderLanding(logo: string | null): string {
  const config: PortalConfig = {
    publicUrl: '{{publicUrl}}',
    provider: {
      name: '{{provider.name}}',
      address: '{{provider.address}}',
      phone: '{{provider.phone}}',
      phoneLink: '{{provider.phoneLink}}',
      email: '{{provider.email}}',
      logo,
    },
    demonstration: false,
    signedIn: false,
  }
  return renderToString(
    <StrictMode>
      <LandingPage config={config} />
    </StrictMode>,
  )
}
