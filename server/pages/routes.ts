// The pages that a browser asks for by address: the landing page or the app at `/`, the app at its addresses, 404 elsewhere.
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type PageAddress, pages } from '../../api/pages.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Parts } from '../app-context.ts'
import { type Logo, logoPolicy, openLogo } from './logo.ts'
import { loadPages, sendPage } from './page-files.ts'
import { cookieName } from '../kit/session.ts'
import { sessionOf } from '../sessions/session-store.ts'
import { statusByToken } from '../request-status/queries.ts'

/** `parts.pages` is the folder of the built pages: index.html (landing), app.html, and assets/ with hashed names. */
export async function servePages(app: FastifyInstance, { config, db, pages: folder }: Parts): Promise<void> {
  if (folder === undefined) {
    app.setNotFoundHandler(answerNothingHere)
    return
  }
  const logo = await openLogo(config.provider.logo)
  const { landing, portal, texts } = await loadPages(config, folder, logo)
  const signedIn = async (request: FastifyRequest) =>
    (await sessionOf(db, request.cookies[cookieName(config.publicUrl)])) !== null

  // One answer for every link that opens nothing, also for whoever tried too many.
  const isThere = (token: string, address: string) =>
    statusByToken(db, token, address).then(
      () => true,
      (error: unknown) => {
        if (error instanceof DomainError) return false
        throw error
      },
    )

  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    index: false,
    immutable: true,
    maxAge: '365d',
  })
  if (logo?.file) serveLogo(app, logo.address, logo.file)
  for (const { name, type, text } of texts) app.get(`/${name}`, (_request, reply) => reply.type(type).send(text))

  const addresses: readonly PageAddress[] = pages
  for (const { path, who, isPrivate = false } of addresses) {
    app.get(path, async (request, reply) => {
      const known = await signedIn(request)
      if (isPrivate) {
        const { token = '' } = request.params as { token?: string }
        if (!(await isThere(token, request.ip))) reply.code(404)
        return sendPage(request, reply, known ? portal.signedIn : portal.signedOut, { isPrivate })
      }
      if (path === '/') return sendPage(request, reply, known ? portal.signedIn : landing)
      if (who === 'anyone' || known) return sendPage(request, reply, known ? portal.signedIn : portal.signedOut)
      return reply.redirect(`/?signin&next=${encodeURIComponent(request.url)}`)
    })
  }

  app.setNotFoundHandler(async (request, reply) => {
    if (request.method !== 'GET' || request.url.startsWith('/api/')) return answerNothingHere(request, reply)
    reply.code(404)
    return sendPage(request, reply, (await signedIn(request)) ? portal.signedIn : portal.signedOut)
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
