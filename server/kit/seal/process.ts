// The process that seals and verifies, one file after the other, as asked by the portal, until the portal is gone. It alone loads
// the libraries that read PDFs.
import { createPrivateKey } from 'node:crypto'
import { Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { putLent, readLent } from '../lent-files.ts'
import { activeContentOf } from './active-content.ts'
import { pipeDescriptor, take } from './bytes-between.ts'
import { Hindered } from './hindered.ts'
import { openP12, UnusableP12 } from './p12.ts'
import { type SealingKey, sealPdf, sha256Of } from './sign.ts'
import type { Answered, Asked, KeptKey } from './tasks.ts'
import { type Sealer, verifySeal } from './verify.ts'

const pipe = new Socket({ fd: pipeDescriptor })
const nothing = Buffer.alloc(0)

process.on('message', (asked: Asked) => void answer(asked))
process.on('disconnect', () => process.exit())

async function answer(asked: Asked) {
  const { answered, bytes = nothing } = await attempt(asked)
  // A portal that was killed meanwhile takes no answer; 'disconnect' says so in a moment.
  process.send?.(answered, undefined, undefined, () => {})
  pipe.write(bytes)
}

async function attempt(asked: Asked): Promise<{ answered: Answered; bytes?: Uint8Array }> {
  const file = await take(pipe, asked.length)
  try {
    const { answers, bytes = nothing } = await work(asked, file)
    return { answered: { answers, length: bytes.length }, bytes }
  } catch (error) {
    if (error instanceof Hindered) return { answered: { hindrance: error.hindrance } }
    if (error instanceof UnusableP12) return { answered: { sentence: error.message } }
    return { answered: { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) } }
  }
}

async function work({ name, asks }: Asked, file: Buffer): Promise<{ answers: unknown; bytes?: Uint8Array }> {
  switch (name) {
    case 'seal': {
      const bytes = await sealPdf(file, opened(asks.key), asks.occasion)
      return { answers: { sha256: sha256Of(bytes) }, bytes }
    }
    case 'seal-kept': {
      const kept = await readLent(asks.from)
      if (kept.sha256 !== asks.fromSha256) throw new Error('The kept bytes are not those that were to be sealed')
      const bytes = await sealPdf(kept.bytes, opened(asks.key), asks.occasion)
      await putLent(asks.to, bytes)
      return { answers: { sha256: sha256Of(bytes), size: bytes.length } }
    }
    case 'verify':
      return { answers: { verdict: verifySeal(file, asks.sealers.map(withBuffers)), sha256: sha256Of(file) } }
    case 'active-content':
      return { answers: { found: await activeContentOf((await readLent(asks.from)).bytes) } }
    case 'open-p12':
      return { answers: await openP12(file, asks.password) }
  }
}

function opened({ pkcs8, ...key }: KeptKey): SealingKey {
  const privateKey = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' })
  return { ...withBuffers(key), privateKey }
}

/** Buffers arrive as plain arrays of bytes. */
const withBuffers = (sealer: Sealer): Sealer => ({
  ...sealer,
  certificates: sealer.certificates.map((each) => Buffer.from(each)),
})

// While a file is being looked at nothing else is heard here, not even that the portal was killed. This thread looks for it.
new Worker(
  `const parent = process.ppid
   setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL') }, 500)`,
  { eval: true },
).unref()
