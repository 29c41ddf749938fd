// What was asked and how long it took, by route and status: plain counters in memory, one look-up and two additions a request.
import type { FastifyInstance } from 'fastify'
import { sample, type Sample } from './prometheus.ts'

/** Upper bounds of the histogram, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Counted {
  method: string
  route: string
  statuses: Map<number, number>
  /** By bound; the last one is for what took longer than all of them. */
  times: number[]
  sum: number
  count: number
}

/** Streams stay open for as long as a tab does: their time says nothing. */
const streams = new Set(['/api/events'])

export interface RequestCounts {
  note(method: string, route: string | undefined, status: number, milliseconds: number): void
  samples(): Sample[]
}

export function countRequests(): RequestCounts {
  const counted = new Map<string, Counted>()

  const countFor = (method: string, route: string): Counted => {
    const key = `${method} ${route}`
    let found = counted.get(key)
    if (found === undefined) {
      const times = Array<number>(bounds.length + 1).fill(0)
      found = { method, route, statuses: new Map(), times, sum: 0, count: 0 }
      counted.set(key, found)
    }
    return found
  }

  return {
    note(method, route, status, milliseconds) {
      // What leads nowhere has one line, whatever was asked: labels must not grow with what strangers type.
      const one = route === undefined ? countFor('any', 'none') : countFor(method, route)
      one.statuses.set(status, (one.statuses.get(status) ?? 0) + 1)
      if (streams.has(one.route)) return
      const seconds = milliseconds / 1000
      let at = 0
      while (at < bounds.length && seconds > (bounds[at] as number)) at++
      one.times[at] = (one.times[at] as number) + 1
      one.sum += seconds
      one.count++
    },
    samples: () => [...counted.values()].flatMap(samplesOf),
  }
}

/** Counts every answer of the app. */
export function noteRequests(app: FastifyInstance, counts: RequestCounts): void {
  app.addHook('onResponse', (request, reply, done) => {
    counts.note(request.method, request.routeOptions.url, reply.statusCode, reply.elapsedTime)
    done()
  })
}

function samplesOf({ method, route, statuses, times, sum, count }: Counted): Sample[] {
  const requests = [...statuses].map(([status, number]) =>
    sample('portal_http_requests_total', number, { method, route, status: String(status) }),
  )
  if (count === 0) return requests
  const name = 'portal_http_request_duration_seconds'
  let below = 0
  const buckets = bounds.map((bound, at) => {
    below += times[at] as number
    return sample(`${name}_bucket`, below, { method, route, le: String(bound) })
  })
  return [
    ...requests,
    ...buckets,
    sample(`${name}_bucket`, count, { method, route, le: '+Inf' }),
    sample(`${name}_sum`, sum, { method, route }),
    sample(`${name}_count`, count, { method, route }),
  ]
}
