// A signed-out browser that follows a link to a file is redirected to sign-in and back; programs get the 401.
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '../../api/kit/endpoint.ts'

export function redirectToSignIn(app: FastifyInstance, endpoints: Endpoint[]): void {
  const files = new Set(
    endpoints.filter(({ method, reply }) => method === 'GET' && reply === null).map(({ path }) => path as string),
  )
  app.addHook('onSend', async (request, reply, payload) => {
    const asksForPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (reply.statusCode !== 401 || !asksForPage || !files.has(request.routeOptions.url ?? '')) return payload
    reply.code(302).headers({ location: `/?signin&next=${encodeURIComponent(request.url)}`, 'content-length': 0 })
    return ''
  })
}
