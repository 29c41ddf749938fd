// The settings of this installation that the server gives every page, in a data block of the HTML (api/page-tokens.ts).
import type { PortalConfig } from '../../api/page-tokens.ts'

export type { PortalConfig }

const fallback: PortalConfig = {
  publicUrl: '',
  provider: { name: 'ProHR', address: '', phone: '', phoneLink: '', email: '', logo: null },
  site: null,
  booking: '',
  hours: '',
  billing: null,
  services: null,
  signIn: null,
  demonstration: false,
  sendsEmail: true,
  signedIn: true,
}

let known: PortalConfig | undefined

/** The installation's configuration, read once from the page. */
export function portalConfig(): PortalConfig {
  known ??= readConfig()
  return known
}

function readConfig(): PortalConfig {
  const text = document.getElementById('portal-config')?.textContent ?? ''
  // Under the development server nothing fills the block.
  if (!text.trim().startsWith('{') || text.includes('{{config}}')) return fallback
  return JSON.parse(text) as PortalConfig
}
