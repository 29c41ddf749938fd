// Cookies (RFC 6265), as far as the portal has them: values that need no quoting, read and set by name.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export interface CookieOptions {
  path: string
  httpOnly: boolean
  sameSite: 'lax'
  secure: boolean
  /** In seconds; without it the browser keeps it until it is closed. */
  maxAge?: number
}

declare module 'fastify' {
  interface FastifyRequest {
    readonly cookies: Partial<Record<string, string>>
  }
  interface FastifyReply {
    setCookie(name: string, value: string, options: CookieOptions): FastifyReply
    clearCookie(name: string, options: CookieOptions): FastifyReply
  }
}

export function readCookies(app: FastifyInstance): void {
  app.decorateRequest('cookies', {
    getter(this: FastifyRequest) {
      return cookiesIn(this.headers.cookie ?? '')
    },
  })
  app.decorateReply('setCookie', function (this: FastifyReply, name: string, value: string, options: CookieOptions) {
    return this.header('set-cookie', written(name, value, options))
  })
  app.decorateReply('clearCookie', function (this: FastifyReply, name: string, options: CookieOptions) {
    return this.header('set-cookie', written(name, '', { ...options, maxAge: 0 }))
  })
}

/** Of two of one name the first counts, which has the longer path. */
export function cookiesIn(header: string): Partial<Record<string, string>> {
  const found: Partial<Record<string, string>> = Object.create(null) as object
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0) found[part.slice(0, at).trim()] ??= part.slice(at + 1).trim()
  }
  return found
}

function written(name: string, value: string, { path, httpOnly, secure, maxAge }: CookieOptions): string {
  if (!/^[\w.~-]*$/.test(value)) throw new Error(`The value of the cookie ${name} would have to be quoted.`)
  return [
    `${name}=${value}`,
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
    `Path=${path}`,
    ...(httpOnly ? ['HttpOnly'] : []),
    ...(secure ? ['Secure'] : []),
    'SameSite=Lax',
  ].join('; ')
}
