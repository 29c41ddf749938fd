// The pages by address: the landing page or the app at `/`, the app at its addresses, 404 elsewhere.
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type PageAddress, pages } from '../../api/pages.ts'
import { DomainError } from '../../domain/errors.ts'
import type { FirmSettings } from '../../domain/firm-settings.ts'
import { officeDate } from '../../domain/time.ts'
import type { AppContext } from '../app-context.ts'
import type { Provider } from '../config.ts'
import { type Logo, logoPolicy, openLogo } from './logo.ts'
import { fillPages, loadTemplates, type Pages, sendPage, shellOf } from './page-files.ts'
import { cookieName, type Session } from '../kit/session.ts'
import { sessionOf } from '../sessions/session-store.ts'
import { bookingByToken } from '../bookings/by-link.ts'
import { statusByToken } from '../request-status/queries.ts'

/** `parts.pages` is the folder of the built pages: index.html (landing), app.html, offline.html, and assets/ with hashed names. */
export async function servePages(app: FastifyInstance, { config, db, firm, pages: folder }: AppContext): Promise<void> {
  if (folder === undefined) {
    app.setNotFoundHandler(answerNothingHere)
    return
  }
  const templates = await loadTemplates(folder)
  const environmentLogo = await openLogo({ ...config.provider, uploadedLogo: undefined })
  const pagesNow = filledPages(templates)
  const sessionFor = (request: FastifyRequest) => sessionOf(db, request.cookies[cookieName(config.publicUrl)])

  /** Filled again when the firm settings change, and each day. */
  function filledPages(from: Awaited<ReturnType<typeof loadTemplates>>): () => Promise<Pages> {
    let filled: { settings: FirmSettings; provider: Provider; today: string; pages: Promise<Pages> } | null = null
    return () => {
      const [settings, { provider }, today] = [firm.settings(), config, officeDate(db.now)]
      if (filled?.settings !== settings || filled.provider !== provider || filled.today !== today) {
        const pages = openLogo(provider).then((logo) => fillPages(from, config, settings, logo, today))
        filled = { settings, provider, today, pages }
      }
      return filled.pages
    }
  }

  // The same reply for every invalid link, including one above the rate limit.
  async function isThere(path: string, token: string, address: string): Promise<boolean> {
    try {
      await (path.startsWith('/bookings/') ? bookingByToken(db, token, address) : statusByToken(db, token, address))
      return true
    } catch (error) {
      if (error instanceof DomainError) return false
      throw error
    }
  }

  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    index: false,
    immutable: true,
    maxAge: '365d',
  })
  if (environmentLogo?.file) serveLogo(app, environmentLogo.address, environmentLogo.file)
  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send((await pagesNow()).robots),
  )
  app.get('/sitemap.xml', async (_request, reply) => reply.type('application/xml').send((await pagesNow()).sitemap))

  app.get('/offline', async (request, reply) => sendPage(request, reply, (await pagesNow()).offline))
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .type('application/manifest+json')
      .header('cache-control', 'no-cache')
      .send((await pagesNow()).webManifest),
  )
  app.get('/service-worker.js', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send((await pagesNow()).serviceWorker),
  )

  const addresses: readonly PageAddress[] = pages
  for (const { path, who, isPrivate = false, isWholeScreen = false, teamAt } of addresses) {
    // Pages for anyone have a frame of their own, and a banner or a required second factor leaves no place for this one.
    const signedInPage = ({ portal }: Pages, session: Session) =>
      isWholeScreen || (who === 'anyone' && path !== '/') || session.viewer !== null || session.needsSecondFactor
        ? portal.signedIn
        : portal.shells[shellOf(session.role)]
    app.get(path, async (request, reply) => {
      const [session, now] = await Promise.all([sessionFor(request), pagesNow()])
      const { landing, portal } = now
      const known = session !== null
      if (isPrivate) {
        const { token = '' } = request.params as { token?: string }
        if (!(await isThere(path, token, request.ip))) reply.code(404)
        return sendPage(request, reply, known ? portal.signedIn : portal.signedOut, { isPrivate })
      }
      if (teamAt !== undefined && known && session.role !== 'client') return reply.redirect(teamAt)
      if (known) return sendPage(request, reply, signedInPage(now, session))
      if (path === '/') return sendPage(request, reply, landing)
      if (who === 'anyone') return sendPage(request, reply, portal.signedOut)
      return reply.redirect(`/?signin&next=${encodeURIComponent(request.url)}`)
    })
  }

  app.setNotFoundHandler(async (request, reply) => {
    if (request.method !== 'GET' || request.url.startsWith('/api/')) return answerNothingHere(request, reply)
    reply.code(404)
    const { portal } = await pagesNow()
    return sendPage(request, reply, (await sessionFor(request)) !== null ? portal.signedIn : portal.signedOut)
  })
}

const serveLogo = (app: FastifyInstance, address: string, { type, bytes }: NonNullable<Logo['file']>) =>
  app.get(address, (_request, reply) =>
    reply
      .headers({ 'cache-control': 'public, max-age=31536000, immutable', 'content-security-policy': logoPolicy })
      .type(type)
      .send(bytes),
  )

const answerNothingHere = (request: FastifyRequest, reply: FastifyReply) =>
  reply.code(404).send({
    message: `There is nothing at this address: ${request.method} ${request.url.split('?')[0]}`,
    code: 'not-found',
    issues: [],
  })
