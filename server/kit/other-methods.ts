// A known address with an unsupported method: 405 with the allowed ones. Computed in the not-found handler, because a
// route for each unsupported method would multiply the routes by six and take an eighth of the start time.
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import { DomainError } from '../../domain/errors.ts'

interface Address {
  parts: string[]
  methods: string[]
}

export function refuseOtherMethods(app: FastifyInstance, endpoints: readonly Pick<Endpoint, 'path' | 'method'>[]) {
  const known = new Map<string, Address>()
  for (const { path, method } of endpoints) {
    const methods = known.get(path)?.methods ?? []
    known.set(path, { parts: path.split('/'), methods: [...methods, method] })
  }
  for (const { methods } of known.values()) if (methods.includes('GET')) methods.unshift('HEAD')
  // Exact paths before paths with a parameter.
  const all = [...known.values()].toSorted((one, other) => openIn(one) - openIn(other))
  // Otherwise DELETE /api/users/figures would match `/api/users/:id`.
  const taken = new Map(
    [...known].map(([path, { parts }]) => [
      path,
      all.filter((other) => other.parts !== parts && fits(parts, other.parts)),
    ]),
  )

  app.addHook('onRequest', (request, reply, done) => {
    const candidates = request.is404 ? all : (taken.get(request.routeOptions.url ?? '') ?? [])
    if (candidates.length === 0) return done()
    const asked = request.url.split('?', 1)[0]?.split('/') ?? []
    const found = candidates.find(({ parts }) => fits(parts, asked))
    if (found === undefined || found.methods.includes(request.method)) return done()
    const allow = found.methods.join(', ')
    reply.header('allow', allow)
    done(new DomainError('method-not-allowed', `This address accepts only ${allow}.`))
  })
}

const isOpen = (part: string) => part.startsWith(':')
const openIn = ({ parts }: Address) => parts.filter(isOpen).length

const fits = (pattern: string[], parts: string[]) =>
  pattern.length === parts.length && pattern.every((each, i) => isOpen(each) || each === parts[i])
