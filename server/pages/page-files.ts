// The built pages as they are sent: filled once with what this installation is called, compressed, and known by their hash.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fillPage, type PortalConfig } from '../../api/page-tokens.ts'
import type { Config } from '../config.ts'
import { contentPolicy } from '../kit/door.ts'
import type { Logo } from './logo.ts'

export interface BuiltPage {
  html: string
  etag: string
  policy: string
  /** By the name of the encoding; empty until they are made, which the start does not wait for. */
  compressed: Partial<Record<'br' | 'gzip', Buffer>>
}

/** What pages know about the installation. @param logo the provider's own, as pages show it */
export function pageConfig({ provider, publicUrl, demonstration }: Config, logo: Logo | null): PortalConfig {
  const { name, address, phone, email } = provider
  const phoneLink = phone.replace(/[^\d+]/g, '')
  return {
    publicUrl,
    provider: { name, address, phone, phoneLink, email, logo: logo?.address ?? null },
    demonstration,
    signedIn: false,
  }
}

export async function loadPages(config: Config, folder: string, logo: Logo | null) {
  const pictures = logo?.origin ?? null
  const installation = pageConfig(config, logo)
  const read = (file: string) => readFile(join(folder, file), 'utf8')
  const { styles, app: appStyles } = JSON.parse(await read('csp.json')) as Record<'styles' | 'app', string[]>
  const [landing, app, robots, sitemap] = await Promise.all([
    read(logo === null ? 'index.html' : 'index.logo.html'),
    read('app.html'),
    read('robots.txt'),
    read('sitemap.xml'),
  ])
  return {
    landing: built(fillPage(landing, installation), contentPolicy(styles, pictures)),
    portal: {
      signedIn: built(fillPage(app, { ...installation, signedIn: true }), contentPolicy(appStyles, pictures)),
      signedOut: built(fillPage(app, installation), contentPolicy(appStyles, pictures)),
    },
    texts: [
      { name: 'robots.txt', type: 'text/plain; charset=utf-8', text: fillPage(robots, installation) },
      { name: 'sitemap.xml', type: 'application/xml', text: fillPage(sitemap, installation) },
    ],
  }
}

function built(html: string, policy: string): BuiltPage {
  const page: BuiltPage = {
    html,
    policy,
    etag: `"${createHash('sha256').update(html).digest('base64url')}"`,
    compressed: {},
  }
  const keep = (encoding: 'br' | 'gzip') => (buffer: Buffer) => void (page.compressed[encoding] = buffer)
  // Failing to compress leaves the page as it is.
  promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).then(keep('br'), () => {})
  promisify(gzip)(html).then(keep('gzip'), () => {})
  return page
}

/** A page whose address is a secret leaves no copy, no entry in an index, and no trace where a link on it leads. */
const privately = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' }

export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: BuiltPage,
  { isPrivate = false }: { isPrivate?: boolean } = {},
) {
  reply.headers({
    ...(isPrivate ? privately : { 'cache-control': 'no-cache', etag: page.etag }),
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
