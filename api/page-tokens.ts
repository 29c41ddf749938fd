// The built pages carry tokens for what only the running installation knows; the server fills them in once, at its start.
//   {{provider.name}}        the value, escaped for HTML text and attributes
//   {{json provider.name}}   the value as a JSON string that is safe inside a <script> data block
//   {{config}}               the whole configuration as JSON, likewise
//   {{if site.services.4}} … {{end site.services.4}}   left out if the value does not exist
//   <!--accent-->            the firm's color as a style, where it has one
//   <!--demonstration … demonstration-->   shown in a demonstration, left out elsewhere

import type { BillingDefaults } from '../domain/firm-settings.ts'
import type { PublicPage } from '../domain/public-site.ts'
import type { ServiceChoice } from '../domain/service-catalog.ts'

/** What the server tells every page about this installation and its reader, in a data block of the HTML. */
export interface PortalConfig {
  publicUrl: string
  provider: {
    name: string
    address: string
    phone: string
    /** The phone number for a `tel:` link: digits, with a leading + if there is one. */
    phoneLink: string
    email: string
    /** Address of the provider's own logo, or null for the portal's mark. */
    logo: string | null
  }
  /** The texts of the public site; null on the pages of the app, which do without. */
  site: PublicPage | null
  /** What forms of the team begin with, until they are read again; null for anyone who is signed out. */
  billing: BillingDefaults | null
  /** The firm's services, until they are read again; null for anyone who is signed out. */
  services: ServiceChoice[] | null
  /** The address at which visitors book an appointment: a page of the portal or of another site; empty for none. */
  booking: string
  /** The office hours, a line each, on the pages of the app; empty while none are entered. */
  hours: string
  /** The OpenID Connect provider at which the team signs in, if there is one. */
  signIn: { name: string; isRequired: boolean } | null
  demonstration: boolean
  /** False without a mail server: emails stay in the email log. */
  sendsEmail: boolean
  /** Whether the request for the page had a session; without one the page need not ask who is signed in. */
  signedIn: boolean
}

const demonstrationOnly = /<!--demonstration\b([\s\S]*?)demonstration-->/g
const conditional = /\{\{if ([a-zA-Z.\d]+)\}\}([\s\S]*?)\{\{end \1\}\}/g
const token = /\{\{(json )?([a-zA-Z.\d]+)\}\}/g

/** The page with every token replaced. Throws for an unknown token, which is a build error. */
export function fillPage(page: string, config: PortalConfig): string {
  const shown = withExisting(page.replace(demonstrationOnly, config.demonstration ? '$1' : ''), config)
  return shown.replace(token, (whole, asJson: string | undefined, path: string) => {
    const value = path === 'config' ? config : valueAt(config, path)
    if (value === undefined) throw new Error(`The page asks for ${whole}, which the configuration does not have.`)
    if (asJson !== undefined || path === 'config') return scriptSafe(JSON.stringify(value))
    return escapeHtml(typeof value === 'string' ? value : '')
  })
}

/** A condition may contain others. */
const withExisting = (page: string, config: PortalConfig): string =>
  page.replace(conditional, (_whole, path: string, part: string) =>
    valueAt(config, path) === undefined ? '' : withExisting(part, config),
  )

function valueAt(from: unknown, path: string): unknown {
  let value = from
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Object.entries(value).find(([key]) => key === name)?.[1]
  }
  return value
}

const scriptSafe = (json: string) =>
  json.replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)
