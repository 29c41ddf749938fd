// The thread that seals and verifies: a seal costs some twenty milliseconds and a file may be hostile, so neither is done where
// requests are answered. Loads the libraries; nothing else of the portal does.
import { parentPort } from 'node:worker_threads'
import { Hindered } from './hindered.ts'
import { openP12, UnusableP12 } from './p12.ts'
import { sealPdf, sha256Of, type SealingKey } from './sign.ts'
import type { Answered, Asked } from './tasks.ts'
import { type Sealer, verifySeal } from './verify.ts'

parentPort?.on('message', (asked: Asked) => {
  void answer(asked).then((answered) => parentPort?.postMessage(answered))
})

async function answer(asked: Asked): Promise<Answered> {
  try {
    return { answers: await work(asked) }
  } catch (error) {
    if (error instanceof Hindered) return { hindrance: error.hindrance }
    if (error instanceof UnusableP12) return { sentence: error.message }
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

async function work({ name, asks }: Asked) {
  switch (name) {
    case 'seal': {
      const bytes = await sealPdf(asks.pdf, withBuffers(asks.key), asks.occasion)
      return { bytes, sha256: sha256Of(bytes) }
    }
    case 'verify':
      return { verdict: verifySeal(asks.bytes, asks.sealers.map(withBuffers)), sha256: sha256Of(asks.bytes) }
    case 'open-p12':
      return openP12(asks.file, asks.password)
  }
}

/** Buffers arrive as plain arrays of bytes. */
const withBuffers = <S extends Sealer | SealingKey>(sealer: S): S => ({
  ...sealer,
  certificates: sealer.certificates.map((each) => Buffer.from(each)),
})
