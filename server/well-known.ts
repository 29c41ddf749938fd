// Well-known addresses: where to report a vulnerability (RFC 9116), and where to change a password.
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'

const validDays = 180

export function wellKnownRoutes(app: FastifyInstance, config: Pick<Config, 'provider' | 'publicUrl'>) {
  const { publicUrl } = config
  app.get('/.well-known/security.txt', (_request, reply) => {
    // Readers must not rely on it past its date; rounded to a day, so that it is cacheable.
    const expires = new Date(Date.now() + validDays * 86_400_000).toISOString().slice(0, 10)
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(
        [
          `Contact: mailto:${config.provider.email}`,
          `Expires: ${expires}T00:00:00Z`,
          'Preferred-Languages: en',
          `Canonical: ${publicUrl}/.well-known/security.txt`,
          '',
        ].join('\n'),
      )
  })
  // Password managers open this address (https://w3c.github.io/webappsec-change-password-url/).
  app.get('/.well-known/change-password', (_request, reply) => reply.redirect('/account'))
}
