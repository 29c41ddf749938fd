// What other users notice while the portal is attacked. Prints p50, p99, and the longest read of a signed-in user who
// reads lists every 50 ms, the portal's memory, and the private memory of each PostgreSQL connection before and after.
// Usage: node bench/attacks.ts (needs a build)
import { readdir, readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { startPortal } from '../tests/running-portal.ts'
import { type Client, signIn } from '../tests/security/processes/client.ts'
import { needBuild, needLinux } from './needs.ts'

needBuild()
needLinux()

const portal = await startPortal({ LOG_LEVEL: 'error' })
const { hostname, port } = new URL(portal.url)
const sockets: Socket[] = []
try {
  const [victim, attacker] = [await signIn(portal.url, 'staff'), await signIn(portal.url, 'client')]
  const policyPdf = await policyPdfPath(attacker)
  const attacks: [string, () => Promise<string>][] = [
    ['nothing', async () => (await pause(3000), '')],
    ['250 half-sent bodies', halfSentBodies],
    ['40 abandoned PDFs', () => abandonedPdfs(attacker, policyPdf)],
    ['a question of 10,000 characters', () => longQuestion(attacker)],
    ['5,000 different list addresses', () => manyAddresses(attacker)],
    ['2,000 event streams', () => eventStreams(attacker)],
  ]
  for (const [name, attack] of attacks) {
    const [rss, backends] = [await memoryOf(portal.pid), await backendMemory(portal.pid)]
    const reader = readLists(victim)
    const found = await attack()
    const { times, failures } = await reader.stop()
    const after = await backendMemory(portal.pid)
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]?.toFixed(0)
    process.stdout.write(
      `${name}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms of ${times.length} reads, ${failures} refused. ${found}\n` +
        `  portal ${rss} MB → ${await memoryOf(portal.pid)} MB; PostgreSQL connections ${backends.join(' ')} MB → ${after.join(' ')} MB\n`,
    )
    sockets.splice(0).forEach((socket) => socket.destroy())
  }
} finally {
  sockets.forEach((socket) => socket.destroy())
  await portal.stop()
}

function readLists(client: Client) {
  const times: number[] = []
  let failures = 0
  const over = new AbortController()
  const lists = ['/api/client-folders', '/api/invoices', '/api/service-requests']
  const reading = (async () => {
    for (let n = 0; !over.signal.aborted; n++) {
      const began = performance.now()
      const { status } = await client.call('GET', lists[n % lists.length] as string).catch(() => ({ status: 0 }))
      times.push(performance.now() - began)
      if (status !== 200) failures++
      await pause(50)
    }
  })()
  return {
    async stop() {
      over.abort()
      await reading
      return { times: times.toSorted((a, b) => a - b), failures }
    },
  }
}

function send(text: string): Socket {
  const socket = connect(Number(port), hostname, () => socket.write(text))
  sockets.push(socket)
  return socket.on('error', () => {}).resume()
}

async function halfSentBodies() {
  const head = `POST /api/login HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n`
  for (let n = 0; n < 250; n++) send(`${head}{"username":`)
  await pause(8000)
  return ''
}

/** A policy, as downloaded by the client. */
async function policyPdfPath(client: Client): Promise<string> {
  const { body } = await client.call('GET', '/api/hr-policies')
  return `/api/hr-policies/${body[0].id as string}/download`
}

async function abandonedPdfs({ cookie }: Client, path: string) {
  for (let n = 0; n < 40; n++) send(`GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${cookie}\r\n\r\n`)
  await pause(1500)
  sockets.splice(0).forEach((socket) => socket.destroy())
  await pause(6500)
  return ''
}

async function longQuestion(client: Client) {
  const query = Array.from({ length: 1250 }, (_, n) => `qx${n.toString(36)}zv`)
    .join(' ')
    .slice(0, 10_000)
  const { status, milliseconds } = await client.call('POST', '/api/hr-assistant', { query })
  await pause(1000)
  return `Answered ${status} after ${milliseconds.toFixed(0)} ms.`
}

async function manyAddresses(client: Client) {
  const orders = ['', '&status=draft', '&status=sent', '&status=paid', '&q=a', '&q=a&status=draft', '&q=a&status=sent']
  let refused = 0
  for (let n = 0; n < 5000; n += 10) {
    const paths = Array.from({ length: 10 }, (_, i) => {
      const each = n + i
      return `/api/${each % 2 === 0 ? 'invoices' : 'proposals'}?limit=${1 + (each % 200)}${orders[Math.floor(each / 200) % orders.length]}`
    })
    const answers = await Promise.all(paths.map((path) => client.call('GET', path).catch(() => ({ status: 0 }))))
    refused += answers.filter(({ status }) => status !== 200).length
  }
  return `${refused} of 5,000 refused.`
}

async function eventStreams({ cookie }: Client) {
  for (let n = 0; n < 2000; n++) {
    send(`GET /api/events HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${cookie}\r\n\r\n`)
    if (n % 100 === 99) await pause(50)
  }
  await pause(8000)
  return `${sockets.filter(({ destroyed }) => !destroyed).length} connections open.`
}

async function memoryOf(pid: number): Promise<number> {
  return megabytes(await readFile(`/proc/${pid}/status`, 'utf8'), /VmRSS:\s+(\d+)/)
}

/** The private memory of the portal's connections: child processes named `postgres: portal`. */
async function backendMemory(root: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      if (!command.startsWith('postgres: portal') || !(await isBelow(Number(pid), root))) return null
      return megabytes(await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => ''), /Private_Dirty:\s+(\d+)/)
    }),
  )
  return found.filter((each) => each !== null).toSorted((a, b) => b - a)
}

async function isBelow(pid: number, root: number): Promise<boolean> {
  for (let at = pid; at > 1;) {
    if (at === root) return true
    const status = await readFile(`/proc/${at}/status`, 'utf8').catch(() => '')
    at = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0)
  }
  return false
}

function megabytes(text: string, pattern: RegExp): number {
  return Math.round(Number(pattern.exec(text)?.[1] ?? 0) / 1024)
}
process.stdout.write('Done: nothing of this bench is left running.\n')
