// The built pages as served: filled in with this installation's settings, compressed, and hashed.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fillPage, type PortalConfig } from '../../api/page-tokens.ts'
import { readOwnUser } from '../../api/sessions.ts'
import type { Role } from '../../domain/actor.ts'
import { bookingAddress } from '../../domain/booking-settings.ts'
import { billingDefaultsOf, type FirmSettings } from '../../domain/firm-settings.ts'
import { publicPage } from '../../domain/public-site.ts'
import { hoursInWords } from '../../domain/office-hours.ts'
import { choicesOf } from '../../domain/service-catalog.ts'
import type { Config } from '../config.ts'
import { accentStyle } from './accent.ts'
import { contentPolicy } from '../kit/http-defaults.ts'
import type { Logo } from './logo.ts'

export interface BuiltPage {
  html: string
  etag: string
  policy: string
  /** Keyed by encoding; empty until compressed, which the start does not wait for. */
  compressed: Partial<Record<'br' | 'gzip', Buffer>>
}

/** What pages know about the installation. @param logo the provider's own, as shown on pages */
export function pageConfig(
  { provider, publicUrl, demonstration, oidc, smtpUrl }: Config,
  logo: Logo | null,
): PortalConfig {
  const { name, address, phone, email } = provider
  const phoneLink = phone.replace(/[^\d+]/g, '')
  return {
    publicUrl,
    provider: { name, address, phone, phoneLink, email, logo: logo?.address ?? null },
    site: null,
    booking: '',
    hours: '',
    billing: null,
    services: null,
    signIn: oidc === undefined ? null : { name: oidc.name, isRequired: oidc.isRequired },
    demonstration,
    sendsEmail: smtpUrl !== undefined,
    signedIn: false,
  }
}

/** The built pages with their tokens, read once. */
export async function loadTemplates(folder: string) {
  const read = (file: string) => readFile(join(folder, file), 'utf8')
  const hashes = JSON.parse(await read('csp.json')) as Record<'styles' | 'app' | 'offline', string[]>
  const { styles, app: appStyles, offline: offlineStyles } = hashes
  const shells = JSON.parse(await read('shells.json')) as Record<'plain' | 'logo', Record<ShellKind, string>>
  const [index, indexWithLogo, app, offline, robots, sitemap, webManifest, serviceWorker] = await Promise.all([
    read('index.html'),
    read('index.logo.html'),
    read('app.html'),
    read('offline.html'),
    read('robots.txt'),
    read('sitemap.xml'),
    read('manifest.webmanifest'),
    read('service-worker.js'),
  ])
  return {
    styles,
    appStyles,
    offlineStyles,
    shells,
    index,
    indexWithLogo,
    app,
    offline,
    robots,
    sitemap,
    webManifest,
    serviceWorker,
  }
}

/** Whose frame is in the first HTML of a page. */
type ShellKind = 'client' | 'staff' | 'admin'

export const shellOf = (role: Role): ShellKind => (role === 'master-admin' ? 'admin' : role)

type Templates = Awaited<ReturnType<typeof loadTemplates>>
export type Pages = ReturnType<typeof fillPages>

/** Asks who is signed in while the script is still loading, as every page does first. */
const ownUserPreload = `<link rel="preload" as="fetch" href="${readOwnUser.path}" crossorigin>`

/** @param today the office's, for the days on which it is closed */
export function fillPages(
  templates: Templates,
  config: Config,
  settings: FirmSettings,
  logo: Logo | null,
  today: string,
) {
  const pictures = logo?.origin ?? null
  const installation = { ...pageConfig(config, logo), booking: bookingAddress(settings.booking) }
  const { publicSite, officeHours, branding } = settings
  const services = choicesOf(settings.services)
  const accent = accentStyle(branding.accent)
  const hours = hoursInWords(officeHours, today).join('\n')
  const site = publicPage(publicSite, settings.services, hours)
  const withAccent = (page: string) => page.replace('<!--accent-->', () => accent?.html ?? '')
  const policy = (hashes: string[]) => contentPolicy(accent === null ? hashes : [...hashes, accent.hash], pictures)
  const { styles, appStyles, offlineStyles, index, indexWithLogo, app, robots, sitemap } = templates
  const page = (html: string, known: Partial<PortalConfig>, hashes: string[]) =>
    built(fillPage(withAccent(html), { ...installation, ...known }), policy(hashes))
  const signedIn = (shell = '') => {
    const html = app.replace('</head>', `${ownUserPreload}</head>`).replace('<!--shell-->', () => shell)
    return page(html, { signedIn: true, hours, billing: billingDefaultsOf(settings), services }, appStyles)
  }
  const shells = templates.shells[logo === null ? 'plain' : 'logo']
  const offline = page(templates.offline, {}, offlineStyles)
  return {
    offline,
    // Another script to the browser whenever the page changed, so that it stores the page again.
    serviceWorker: templates.serviceWorker
      .replace('{{version}}', offline.etag.slice(1, 17))
      .replace('{{icon}}', iconOf(templates.webManifest)),
    webManifest: webManifest(templates.webManifest, config, branding),
    landing: page(logo === null ? index : indexWithLogo, { site }, styles),
    portal: {
      signedIn: signedIn(),
      signedOut: page(app, { hours }, appStyles),
      shells: { client: signedIn(shells.client), staff: signedIn(shells.staff), admin: signedIn(shells.admin) },
    },
    robots: fillPage(robots, installation),
    sitemap: fillPage(sitemap, installation),
  }
}

const iconOf = (manifest: string) => (JSON.parse(manifest) as { icons?: { src: string }[] }).icons?.[0]?.src ?? ''

/** What a phone installs the portal by: the firm's name and color are filled into the built file. */
function webManifest(template: string, { provider }: Config, { accent }: FirmSettings['branding']): string {
  const manifest = JSON.parse(template) as { theme_color: string }
  return JSON.stringify({ name: provider.name, ...manifest, theme_color: accent ?? manifest.theme_color })
}

function built(html: string, policy: string): BuiltPage {
  const page: BuiltPage = {
    html,
    policy,
    etag: `"${createHash('sha256').update(html).digest('base64url')}"`,
    compressed: {},
  }
  const storeCompressed = (encoding: 'br' | 'gzip') => (buffer: Buffer) => void (page.compressed[encoding] = buffer)
  // Without compression the page is served as it is.
  promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).then(
    storeCompressed('br'),
    () => {},
  )
  promisify(gzip)(html).then(storeCompressed('gzip'), () => {})
  return page
}

/** A page with a secret address is not cached, not indexed, and not sent as a referrer. */
const privateHeaders = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
}

export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: BuiltPage,
  { isPrivate = false }: { isPrivate?: boolean } = {},
) {
  reply.headers({
    ...(isPrivate ? privateHeaders : { 'cache-control': 'no-cache', etag: page.etag }),
    'content-security-policy': page.policy,
    vary: 'cookie, accept-encoding',
  })
  if (!isPrivate && reply.statusCode === 200 && request.headers['if-none-match'] === page.etag)
    return reply.code(304).send()
  reply.type('text/html; charset=utf-8')
  const accepted = String(request.headers['accept-encoding'] ?? '')
  for (const encoding of ['br', 'gzip'] as const) {
    const body = page.compressed[encoding]
    if (body !== undefined && new RegExp(`\\b${encoding}\\b`).test(accepted))
      return reply.header('content-encoding', encoding).send(body)
  }
  return reply.send(page.html)
}
