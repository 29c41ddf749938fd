// How long a body may take to arrive: 25 seconds, or 5 minutes for an upload. Node knows one limit for all, so the longer one
// is Node's and the shorter one is kept here.
import type { FastifyInstance } from 'fastify'

export interface BodyTime {
  ordinarySeconds: number
  uploadSeconds: number
}

const usual: BodyTime = { ordinarySeconds: 25, uploadSeconds: 300 }
const uploads = ['/api/objects/upload/', '/api/verification']

export function limitBodyTime(app: FastifyInstance, { ordinarySeconds, uploadSeconds }: BodyTime = usual): void {
  app.server.requestTimeout = uploadSeconds * 1000
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (raw.method === 'GET' || raw.method === 'HEAD' || raw.complete) return
    const seconds = uploads.some((each) => routeOptions.url?.startsWith(each)) ? uploadSeconds : ordinarySeconds
    const timer = setTimeout(() => raw.destroy(), seconds * 1000).unref()
    raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
  })
}
