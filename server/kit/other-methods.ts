// A known address with a method that it does not have: 405, naming those it has. Asked for when nothing else answers: a route for
// each of them, six times as many as there are others, would be an eighth of a start.
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
  // The exact one before the one with a place for an id.
  const all = [...known.values()].toSorted((one, other) => openIn(one) - openIn(other))
  // DELETE /api/users/figures would be taken for one of `/api/users/:id`.
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
    done(new DomainError('method-not-allowed', `This address takes ${allow}.`))
  })
}

const isOpen = (part: string) => part.startsWith(':')
const openIn = ({ parts }: Address) => parts.filter(isOpen).length

const fits = (pattern: string[], parts: string[]) =>
  pattern.length === parts.length && pattern.every((each, i) => isOpen(each) || each === parts[i])
