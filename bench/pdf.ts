// What papers cost: CPU of the typesetter for each, its memory over a thousand, and whether the portal's own thread has to wait.
//   node bench/pdf.ts [papers]         writes bench/results/pdf.txt
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Printed } from '../server/kit/pdf/printer.ts'
import { printContract } from '../server/papers/contract.ts'
import { printInvoice } from '../server/papers/invoice.ts'
import { consentText, consentVersion } from '../domain/consent.ts'
import { openPress, samples } from '../tests/pdf/samples.ts'

const papers = Number(process.argv[2] ?? 1000)
const rounds = 60
const askers = 8
const limits = { contract: 60, invoice: 40 }

const press = openPress()
const terms = Array.from(
  { length: 24 },
  (_, i) =>
    `Section ${i + 1}. The consultant performs the services with the care of the profession, keeps what it learns about the client confidential, and tells the client in good time of anything that may delay the work or make it cost more than was agreed. `,
).join('\n\n')
const contract = (number: number) =>
  printContract(press, {
    ...samples.contract,
    number: `PROHR-202603-${number}`,
    status: 'active',
    terms,
    certificate: {
      ...samples.certificate,
      consent: { version: consentVersion, text: consentText(press.config.provider) },
    },
  })
const invoice = (number: number) =>
  printInvoice(press, {
    ...samples.invoice,
    number: `INV-20260312-${number}`,
    lines: Array.from({ length: 26 }, (_, i) => ({
      ...samples.invoice.lines[0]!,
      description: `Service ${number} ${i}`,
    })),
  })

const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b)
const at = (numbers: number[], part: number) => sorted(numbers)[Math.floor((numbers.length - 1) * part)] ?? 0

async function cost(print: (number: number) => Promise<Printed>) {
  const found: number[] = []
  for (let i = 0; i < rounds; i++) found.push((await print(i)).cpuMilliseconds)
  return `median ${at(found, 0.5).toFixed(1)} ms, 95 % under ${at(found, 0.95).toFixed(1)} ms`
}

const began = performance.now()
const first = await invoice(0)
const firstMilliseconds = performance.now() - began
await contract(0)
const contracts = await cost(contract)
const invoices = await cost(invoice)

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
const ownCpu = process.cpuUsage()
const start = performance.now()
const memory: number[] = []
let next = 0
await Promise.all(
  Array.from({ length: askers }, async () => {
    for (let i = next++; i < papers; i = next++) memory.push((await (i % 2 ? contract(i) : invoice(i))).memoryMegabytes)
  }),
)
const seconds = (performance.now() - start) / 1000
const { user, system } = process.cpuUsage(ownCpu)
delay.disable()

const lines = [
  `Node ${process.version}, ${new Date().toISOString().slice(0, 10)}; CPU of the typesetter's process, warm, over ${rounds} papers each`,
  `contract (signed, with certificate): ${contracts} (limit ${limits.contract} ms)`,
  `invoice (26 lines): ${invoices} (limit ${limits.invoice} ms)`,
  `first paper, with the start of the typesetter: ${firstMilliseconds.toFixed(0)} ms, of which ${first.cpuMilliseconds.toFixed(0)} ms to set it`,
  `${papers} papers, half of each, asked for by ${askers} at a time: ${(papers / seconds).toFixed(0)} a second`,
  `typesetter's memory: ${first.memoryMegabytes.toFixed(0)} MB after its first paper, at most ${Math.max(...memory).toFixed(0)} MB (a new process after 500 papers or 400 MB)`,
  `the portal's own thread meanwhile: ${((user + system) / 1000 / papers).toFixed(2)} ms of CPU a paper; timers late by 99 % under ${(delay.percentile(99) / 1e6).toFixed(1)} ms, at most ${(delay.max / 1e6).toFixed(1)} ms`,
]
press.printer.close()
await mkdir(join(import.meta.dirname, 'results'), { recursive: true })
await writeFile(join(import.meta.dirname, 'results/pdf.txt'), `${lines.join('\n')}\n`)
process.stdout.write(`${lines.join('\n')}\n`)
