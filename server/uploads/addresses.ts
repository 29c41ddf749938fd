// Addresses of uploads, and what may name one.
import type { FastifyRequest } from 'fastify'
import { Id } from '../../domain/text.ts'

/** The Host header may include the scheme's default port, which a parsed address omits. */
const isHere = (url: URL | null, { host }: FastifyRequest) =>
  url !== null && (url.host === host || url.host === URL.parse(`${url.protocol}//${host}`)?.host)

export const filePath = (id: string) => `/api/documents/${id}/file`
export const uploadPath = (id: string) => `/api/objects/upload/${id}`

const ownPathPattern = /^\/api\/(?:objects\/upload\/([^/]+)|documents\/([^/]+)\/file)$/

/**
 * The upload that a `documentURL` names: an uploadURL, an objectPath, or the companion's location. Null for anything
 * else, above all other hosts' addresses: the portal never fetches a given address.
 */
export function uploadIdFromUrl(documentURL: string, request: FastifyRequest, publicUrl: string): string | null {
  const here = new URL(publicUrl)
  const url = URL.parse(documentURL, here)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null
  if (url.host !== here.host && !isHere(url, request)) return null
  const match = ownPathPattern.exec(url.pathname)
  const id = match?.[1] ?? match?.[2]
  return Id.safeParse(id).success ? (id as string).toLowerCase() : null
}
