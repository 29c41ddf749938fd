import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { maxExamples, maxServices } from '../../domain/public-site.ts'
import type { PortalConfig } from '../kit/config.ts'
import { LandingPage } from './LandingPage.tsx'

const token = (path: string) => `{{site.${path}}}`

const siteOfTokens = {
  headline: token('headline'),
  introduction: token('introduction'),
  about: ['0', '1'].map((at) => token(`about.${at}`)),
  services: Array.from({ length: maxServices }, (_service, at) => ({
    key: token(`services.${at}.key`),
    name: token(`services.${at}.name`),
    brief: token(`services.${at}.brief`),
    detail: token(`services.${at}.detail`),
    examples: Array.from({ length: maxExamples }, (_example, index) => token(`services.${at}.examples.${index}`)),
  })),
  kindsOfHelp: token('kindsOfHelp'),
  servicesIntroduction: token('servicesIntroduction'),
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
    hours: '',
    billing: null,
    services: null,
    signIn: null,
    demonstration: false,
    sendsEmail: true,
    signedIn: false,
  }
  const page = renderToString(
    <StrictMode>
      <LandingPage config={config} />
    </StrictMode>,
  )
  return ['article', 'label', 'li'].reduce(withConditions, page)
}

/** The page has the most services that there can be. Each element that begins with the token of one is left out without it. */
function withConditions(page: string, tag: string): string {
  const element = new RegExp(
    `<${tag}\\b(?:(?!</${tag}>)[^])*?\\{\\{(site\\.services\\.\\d+(?:\\.examples\\.\\d+)?)[^]*?</${tag}>`,
    'g',
  )
  return page.replaceAll(element, (found, path: string) => `{{if ${path}}}${found}{{end ${path}}}`)
}
