// Calls at a fixed rate, whether or not earlier ones were answered; each is timed from the moment at which it was due.
import { Agent, request } from 'node:http'

export interface Call {
  name: string
  path: string
  cookie?: string
  method?: 'POST' | 'PUT'
  body?: () => object | string
  /** Follow-up call that is part of this one. */
  next?: (answer: unknown) => Call
}

export interface Figures {
  times: Map<string, number[]>
  errors: string[]
  /** Refused with 503 and Retry-After. */
  shed: number
  /** CPU of this process, in milliseconds. */
  ownCpu: number
  seconds: number
}

const maxErrors = 20

/** @param choose returns the next call */
export async function openLoop(base: string, rate: number, seconds: number, choose: () => Call): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1024 })
  const figures: Figures = { times: new Map(), errors: [], shed: 0, ownCpu: 0, seconds: 0 }
  const cpu = process.cpuUsage()
  const total = Math.round(rate * seconds)
  const started = performance.now()
  const answers: Promise<void>[] = []
  for (let n = 0; n < total; n++) {
    const due = started + (n * 1000) / rate
    const early = due - performance.now()
    if (early > 1) await new Promise((resolve) => setTimeout(resolve, early))
    answers.push(take(base, agent, choose(), due, figures))
  }
  await Promise.all(answers)
  agent.destroy()
  const { user, system } = process.cpuUsage(cpu)
  return { ...figures, ownCpu: (user + system) / 1000, seconds: (performance.now() - started) / 1000 }
}

async function take(base: string, agent: Agent, call: Call, due: number, into: Figures): Promise<void> {
  try {
    let step: Call | undefined = call
    while (step !== undefined) {
      const { status, text } = await send(base, agent, step)
      if (status === 503) return void into.shed++
      if (status >= 300) throw new Error(`status ${status}`)
      step = step.next?.(text === '' ? null : JSON.parse(text))
    }
    const times = into.times.get(call.name) ?? []
    times.push(performance.now() - due)
    into.times.set(call.name, times)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    if (into.errors.length < maxErrors) into.errors.push(`${call.name}: ${why}`)
    else into.errors.length++
  }
}

/** Reads the body of a reply only if a follow-up call needs it. */
function send(base: string, agent: Agent, { path, cookie, method, body, next }: Call) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const given = body?.()
    const sent = request(
      path.startsWith('/') ? `${base}${path}` : path,
      {
        agent,
        method: method ?? (body ? 'POST' : 'GET'),
        headers: {
          ...(cookie && { cookie }),
          ...(typeof given === 'object' && { 'content-type': 'application/json' }),
        },
        timeout: 30_000,
      },
      (answer) => {
        let text = ''
        answer.on('data', (chunk: Buffer) => void (next && (text += chunk.toString())))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 500, text }))
        answer.on('error', reject)
      },
    )
    sent.on('timeout', () => sent.destroy(new Error('no answer within 30 s')))
    sent.on('error', reject)
    sent.end(typeof given === 'object' ? JSON.stringify(given) : given)
  })
}
