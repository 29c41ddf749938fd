import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { examplesPerService, publicServiceTypes } from '../../domain/public-site.ts'
import type { PortalConfig } from '../kit/config.ts'
import { LandingPage } from './LandingPage.tsx'

const token = (path: string) => `{{site.${path}}}`

const siteOfTokens = {
  headline: token('headline'),
  introduction: token('introduction'),
  about: ['0', '1'].map((at) => token(`about.${at}`)),
  services: publicServiceTypes.map((_, at) => ({
    name: token(`services.${at}.name`),
    brief: token(`services.${at}.brief`),
    detail: token(`services.${at}.detail`),
    examples: Array.from({ length: examplesPerService }, (_example, index) =>
      token(`services.${at}.examples.${index}`),
    ),
  })),
  hours: token('hours'),
}

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
    site: siteOfTokens,
    booking: '{{booking}}',
    billing: null,
    signIn: null,
    demonstration: false,
    sendsEmail: true,
    signedIn: false,
  }
  return renderToString(
    <StrictMode>
      <LandingPage config={config} />
    </StrictMode>,
  )
}
