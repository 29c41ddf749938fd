// Reads the fields of a PDF that somebody sent. A file may be made to take all time or all memory to read: it is read in a thread
// of its own, which is ended when it takes more than a form of ours ever would.
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

/** What stands in each field, as text: a ticked box says 'yes', a choice its value, whatever is empty an empty text. */
export type FieldsRead =
  | { fields: Record<string, string> }
  | { problem: 'unreadable' | 'protected' | 'too-much' | 'busy' }

const program = import.meta.filename.endsWith('.ts') ? 'field-reader.ts' : 'field-reader.js'
const [mostSeconds, mostMegabytes, mostAtOnce] = [10, 300, 3]
let reading = 0

export async function readFields(bytes: Uint8Array): Promise<FieldsRead> {
  if (reading >= mostAtOnce) return { problem: 'busy' }
  reading++
  try {
    return await inThread(bytes)
  } finally {
    reading--
  }
}

function inThread(bytes: Uint8Array): Promise<FieldsRead> {
  const { promise, resolve } = Promise.withResolvers<FieldsRead>()
  const thread = new Worker(join(import.meta.dirname, program), {
    workerData: bytes,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  })
  const before = process.memoryUsage.rss()
  const began = performance.now()
  // What is unpacked lies outside the thread's own memory, so that its limit alone would not do.
  const watch = setInterval(() => {
    const isTooMuch = process.memoryUsage.rss() - before > mostMegabytes * 2 ** 20
    if (isTooMuch || performance.now() - began > mostSeconds * 1000) resolve({ problem: 'too-much' })
  }, 50)
  thread.on('message', resolve)
  thread.on('error', () => resolve({ problem: 'unreadable' }))
  thread.on('exit', () => resolve({ problem: 'unreadable' }))
  return promise.finally(() => {
    clearInterval(watch)
    void thread.terminate()
  })
}
