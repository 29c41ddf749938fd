// Calls at a fixed rate, whether or not those before were answered; each is timed from the moment at which it was due.
import { Agent, request } from 'node:http'

export interface Call {
  name: string
  path: string
  cookie?: string
  body?: () => object
}

export interface Figures {
  times: Map<string, number[]>
  errors: string[]
}

const mostErrors = 20

/** @param choose the call that is due */
export async function openLoop(base: string, rate: number, seconds: number, choose: () => Call): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 })
  const figures: Figures = { times: new Map(), errors: [] }
  const total = Math.round(rate * seconds)
  const begun = performance.now()
  const answers: Promise<void>[] = []
  for (let n = 0; n < total; n++) {
    const due = begun + (n * 1000) / rate
    const early = due - performance.now()
    if (early > 1) await new Promise((resolve) => setTimeout(resolve, early))
    answers.push(call(base, agent, choose(), due, figures))
  }
  await Promise.all(answers)
  agent.destroy()
  return figures
}

function call(
  base: string,
  agent: Agent,
  { name, path, cookie, body }: Call,
  due: number,
  into: Figures,
): Promise<void> {
  return new Promise((resolve) => {
    const failed = (why: string) => {
      if (into.errors.length < mostErrors) into.errors.push(`${name}: ${why}`)
      else into.errors.length++
      resolve()
    }
    const sent = request(
      `${base}${path}`,
      {
        agent,
        method: body ? 'POST' : 'GET',
        headers: { ...(cookie && { cookie }), ...(body && { 'content-type': 'application/json' }) },
        timeout: 10_000,
      },
      (answer) => {
        answer.resume()
        answer.on('end', () => {
          if ((answer.statusCode ?? 500) >= 300) return failed(`status ${answer.statusCode}`)
          const times = into.times.get(name) ?? []
          times.push(performance.now() - due)
          into.times.set(name, times)
          resolve()
        })
      },
    )
    sent.on('timeout', () => sent.destroy(new Error('no answer within 10 s')))
    sent.on('error', ({ message }) => failed(message))
    sent.end(body ? JSON.stringify(body()) : undefined)
  })
}
