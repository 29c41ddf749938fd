// What a seal costs: CPU of sealing and of verifying, by size of the file, and how long the main thread is held up by either.
//   node bench/seal.ts [rounds]       writes bench/results/seal.txt
import { createPrivateKey } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { makeRoot, makeSealing } from '../server/kit/seal/certificates.ts'
import { sealPdf, type SealingKey } from '../server/kit/seal/sign.ts'
import { openSealingProcess } from '../server/kit/seal/sealing-process.ts'
import { verifySeal } from '../server/kit/seal/verify.ts'
import { pdf, pdfOfSize } from '../tests/samples.ts'

const rounds = Number(process.argv[2] ?? 200)
const mib = 1_048_576
const now = new Date()
const lines: string[] = []
const say = (line: string) => {
  lines.push(line)
  process.stdout.write(`${line}\n`)
}

const root = await makeRoot('ProHR', now)
const made = await makeSealing('ProHR', root, now)
const key: SealingKey = {
  id: 'bench',
  certificates: [made.certificate, root.certificate],
  retiredAt: null,
  privateKey: createPrivateKey({ key: made.privateKey, format: 'der', type: 'pkcs8' }),
}
const occasion = { reason: 'Contract', signerName: 'Ann Avery', at: now, fieldName: 'Seal' }

/** CPU milliseconds of one call, in the middle of so many, after some to warm up. */
async function cpu(times: number, work: () => unknown): Promise<number> {
  for (let n = 0; n < Math.min(20, times); n++) await work()
  const each: number[] = []
  for (let n = 0; n < times; n++) {
    const began = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(began)
    each.push((user + system) / 1000)
  }
  return each.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? 0
}

say(`Node ${process.version}, ${now.toISOString().slice(0, 10)}; medians, CPU milliseconds on the thread's own; P-256`)
const sealing = openSealingProcess()
const sealer = { id: key.id, certificates: key.certificates, retiredAt: null }
const kept = { ...sealer, pkcs8: made.privateKey }
for (const [name, pdf, times] of [
  ['60 KB', pdfOfSize(60_000), rounds],
  ['24 MB', pdfOfSize(24 * mib), 10],
] as const) {
  await sealing.ask('seal', pdf, { key: kept, occasion })
  const delay = monitorEventLoopDelay({ resolution: 1 })
  for (const [what, work] of [
    ['seal', () => sealing.ask('seal', pdf, { key: kept, occasion })],
    ['verify', () => sealing.ask('verify', pdf, { sealers: [sealer] })],
  ] as const) {
    delay.reset()
    delay.enable()
    const began = performance.now()
    for (let n = 0; n < times; n++) await work()
    const each = (performance.now() - began) / times
    delay.disable()
    const [p99, most] = [delay.percentile(99), delay.max].map((nanoseconds) => (nanoseconds / 1e6).toFixed(0))
    say(
      `${name}, in its process: ${what} ${each.toFixed(0)} ms each; main thread held up p99 ${p99} ms, at most ${most} ms`,
    )
  }
}
sealing.close()
for (const [name, bytes] of [
  ['600 bytes', pdf()],
  ['60 KB', pdfOfSize(60_000)],
  ['1 MB', pdfOfSize(mib)],
  ['24 MB', pdfOfSize(24 * mib)],
] as const) {
  const times = bytes.length > mib ? Math.ceil(rounds / 10) : rounds
  const sealed = await sealPdf(bytes, key, occasion)
  const sealing = await cpu(times, () => sealPdf(bytes, key, occasion))
  const verifying = await cpu(times, () => verifySeal(sealed, [key]))
  const added = sealed.length - bytes.length
  say(`${name.padEnd(10)} seal ${sealing.toFixed(1)}   verify ${verifying.toFixed(1)}   adds ${added} bytes`)
}

await writeFile(join(import.meta.dirname, 'results/seal.txt'), `${lines.join('\n')}\n`)
