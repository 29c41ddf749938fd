// The addresses of uploads: absolute ones, under the host where the caller reached us, so that they work from any of them.
import type { FastifyRequest } from 'fastify'
import { Id } from '../../domain/text.ts'

/** A browser names its origin, which the door has checked; another caller's host is its own affair. */
export function reachedAt(request: FastifyRequest, publicUrl: string): string {
  const { origin } = request.headers
  if (origin !== undefined && isHere(URL.parse(origin), request)) return origin
  if (isHere(new URL(publicUrl), request)) return publicUrl
  return URL.parse(`${request.protocol}://${request.host}`)?.origin ?? publicUrl
}

/** The Host header may name the scheme's own port, which a parsed address leaves out. */
const isHere = (url: URL | null, { host }: FastifyRequest) =>
  url !== null && (url.host === host || url.host === URL.parse(`${url.protocol}//${host}`)?.host)

export const filePath = (id: string) => `/api/documents/${id}/file`
export const uploadPath = (id: string) => `/api/objects/upload/${id}`

const ours = /^\/api\/(?:objects\/upload\/([^/]+)|documents\/([^/]+)\/file)$/

/**
 * Which upload a `documentURL` means: an uploadURL, an objectPath or the companion's location. Null for anything else, other
 * hosts' addresses first of all: the portal fetches no address that somebody gave it.
 */
export function uploadNamedBy(documentURL: string, request: FastifyRequest, publicUrl: string): string | null {
  const here = new URL(publicUrl)
  const url = URL.parse(documentURL, here)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null
  if (url.host !== here.host && !isHere(url, request)) return null
  const match = ours.exec(url.pathname)
  const id = match?.[1] ?? match?.[2]
  return Id.safeParse(id).success ? (id as string).toLowerCase() : null
}
