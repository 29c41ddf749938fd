// Client for the virus scanner clamd (ClamAV).
import { createConnection, type Socket } from 'node:net'
import type { Readable } from 'node:stream'

export type Verdict = { infected: false } | { infected: true; finding: string }

export interface Scanner {
  /** Throws if the scanner is unavailable, too slow, or refuses the file. */
  scan(bytes: Readable): Promise<Verdict>
}

/** Without a reply or buffer space for this long, the scanner counts as unavailable. */
const lockTimeoutMilliseconds = 10_000
const sliceBytes = 65_536

/** @param address tcp://host:port or unix:/path */
export function openScanner(address: string): Scanner {
  return {
    async scan(bytes) {
      const socket = connect(address)
      socket.setTimeout(lockTimeoutMilliseconds, () => socket.destroy(new Error('The scanner did not respond in time')))
      const answered = answerOn(socket)
      // The error is thrown where the reply is awaited; if sending fails first, that error is thrown instead.
      answered.catch(() => {})
      try {
        await Promise.race([send(socket, bytes), answered])
        return verdictIn(await answered)
      } finally {
        bytes.destroy()
        socket.destroy()
      }
    },
  }
}

function connect(address: string): Socket {
  const url = new URL(address)
  return url.protocol === 'unix:'
    ? createConnection({ path: url.pathname })
    : createConnection({ host: url.hostname, port: Number(url.port || 3310) })
}

/** Each chunk is preceded by its length in four bytes; a zero length ends the file. */
async function send(socket: Socket, bytes: Readable): Promise<void> {
  socket.write('zINSTREAM\0')
  for await (const chunk of bytes as AsyncIterable<Buffer>)
    for (let at = 0; at < chunk.length; at += sliceBytes) {
      const slice = chunk.subarray(at, at + sliceBytes)
      const length = Buffer.alloc(4)
      length.writeUInt32BE(slice.length)
      socket.write(length)
      if (!socket.write(slice)) await drained(socket)
    }
  socket.write(Buffer.alloc(4))
}

const drained = (socket: Socket) =>
  new Promise<void>((resolve, reject) => {
    socket.once('drain', resolve).once('close', () => reject(new Error('The scanner closed the connection')))
  })

function answerOn(socket: Socket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString()
    if (text.includes('\0') || text.length > 10_000) resolve(text)
  })
  socket.on('error', reject)
  socket.on('close', () => reject(new Error('The scanner closed the connection')))
  return promise
}

function verdictIn(text: string): Verdict {
  const answer = text.replace(/\0.*$/s, '').trim()
  if (answer === 'stream: OK') return { infected: false }
  const finding = /^stream: (.{1,200}) FOUND$/.exec(answer)?.[1]
  if (finding === undefined) throw new Error(`The scanner answered: ${answer.slice(0, 200)}`)
  return { infected: true, finding }
}
