// The typesetter process may hang, crash, or be orphaned: at most one document is lost, and no process remains.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { checkAccessible } from '../../tests/pdf/check-accessible.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { openPrinter, PrintError, type PrinterPool } from './printer.ts'

const folder = mkdtempSync(join(tmpdir(), 'portal-templates-'))
const head =
  '#set document(title: "Test", date: none)\n#set text(lang: "en", font: ("Figtree", "Noto Sans"), fallback: false)\n#let d = json("data.json")\n'
const templates = {
  plain: `${head}= Test\n#d.words`,
  // Finite, but too slow to wait for.
  endless: `${head}#for a in range(9999) { for b in range(9999) { for c in range(9999) { } } }`,
  wrong: `${head}#d.nothing`,
  untitled: '= Test',
}

beforeAll(() => {
  for (const [name, text] of Object.entries(templates)) writeFileSync(join(folder, `${name}.typ`), text)
  return () => rmSync(folder, { recursive: true })
})

const warnings: unknown[] = []
let printer: PrinterPool
function open(options: Parameters<typeof openPrinter>[2] = {}) {
  warnings.length = 0
  printer = openPrinter({ warn: (...words: unknown[]) => void warnings.push(words) }, folder, options)
  return printer
}
afterEach(async () => {
  printer.close()
  await until(() => typesetters().length === 0)
})

const hello = { words: 'Hello' }

/** The ids of the typesetters that a process started. */
function typesetters(of = process.pid): number[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
  return listed
    .split('\n')
    .filter((line) => line.includes('tinypool/dist/entry/process.js'))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, state]) => Number(parent) === of && !state?.startsWith('Z'))
    .map(([pid]) => Number(pid))
}

async function until(holds: () => boolean) {
  for (let i = 0; i < 1000 && !holds(); i++) await sleep(25)
  expect(holds()).toBe(true)
}

/** Whether the process runs. One that has ended stays listed, as a zombie, until its parent collects it. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.trim() !== '' && !stdout.startsWith('Z')
}

describe('the PDF printer', () => {
  it('starts its typesetter with the first document, and reuses it for the next', async () => {
    open()
    expect(typesetters()).toEqual([])
    const { bytes, degraded } = await printer.print('plain', hello)
    expect(degraded).toBe(false)
    expect(await checkAccessible(bytes)).toEqual([])
    const started = typesetters()
    expect(started).toHaveLength(1)
    await printer.print('plain', hello)
    expect(typesetters()).toEqual(started)
  })

  it('renders the same data to the same bytes, and keeps concurrent documents separate', async () => {
    open()
    const asked = await Promise.all(['one', 'two', 'one'].map((words) => printer.print('plain', { words })))
    expect(await Promise.all(asked.map(({ bytes }) => textOf(bytes)))).toEqual(['Test one', 'Test two', 'Test one'])
    expect(Buffer.compare(asked[0]!.bytes, asked[2]!.bytes)).toBe(0)
  })

  it('aborts a document that hangs, and renders the next', async () => {
    open({ limitMilliseconds: 1500 })
    const [hung, next] = await Promise.allSettled([printer.print('endless', hello), printer.print('plain', hello)])
    expect(hung).toMatchObject({ status: 'rejected', reason: expect.any(PrintError) })
    expect(next.status).toBe('fulfilled')
  })

  it('loses one document when a typesetter crashes, and renders the next', async () => {
    open()
    const lost = expect(printer.print('endless', hello)).rejects.toThrow(PrintError)
    const next = printer.print('plain', hello)
    await until(() => typesetters().length === 1)
    process.kill(typesetters()[0]!, 'SIGKILL')
    await lost
    expect(await textOf((await next).bytes)).toBe('Test Hello')
  })

  it('replaces a typesetter that crashed while idle', async () => {
    open()
    await printer.print('plain', hello)
    const [first] = typesetters()
    process.kill(first!, 'SIGKILL')
    await until(() => typesetters().some((id) => id !== first))
    expect((await printer.print('plain', hello)).degraded).toBe(false)
  })

  it('names the faulty template, and renders the next document', async () => {
    open()
    await expect(printer.print('wrong', hello)).rejects.toThrow(/The PDF "wrong" could not be created: .*nothing/)
    await expect(printer.print('untitled', hello)).rejects.toThrow(/title/)
    await expect(printer.print('missing', hello)).rejects.toThrow(/missing/)
    await expect(printer.print('../kit/pdf/plain', hello)).rejects.toThrow(PrintError)
    expect((await printer.print('plain', hello)).degraded).toBe(false)
  })

  it('replaces its typesetter after a number of documents', async () => {
    open({ maxDocuments: 2 })
    await printer.print('plain', hello)
    const [first] = typesetters()
    await printer.print('plain', hello)
    await printer.print('plain', hello)
    await until(() => typesetters().length === 1)
    expect(typesetters()).not.toContain(first)
  })

  it('ends an idle typesetter', async () => {
    open({ idleMilliseconds: 50 })
    await printer.print('plain', hello)
    await until(() => typesetters().length === 0)
    expect((await printer.print('plain', hello)).degraded).toBe(false)
  })

  it('refuses queued documents when it is closed, and everything after', async () => {
    open()
    const waiting = Promise.allSettled([printer.print('endless', hello), printer.print('plain', hello)])
    printer.close()
    for (const each of await waiting) expect(each).toMatchObject({ status: 'rejected', reason: expect.any(PrintError) })
    await expect(printer.print('plain', hello)).rejects.toThrow('is closed')
  })

  it('renders a character that no font has, and reports the PDF as degraded', async () => {
    open()
    const { bytes, degraded } = await printer.print('plain', { words: 'Ann \u{f0000} Archer' })
    expect(degraded).toBe(true)
    expect(warnings).toHaveLength(1)
    expect(await checkAccessible(bytes)).toEqual([
      'A reader shows the file name instead of the title.',
      'The metadata do not claim PDF/UA-1.',
    ])
  })

  it('removes invisible characters and direction overrides, and wraps overlong words', async () => {
    open()
    const words = `\u202eevil\u0007\u0000 \ud800 A\r\nB ${'x'.repeat(4000)}`
    const { bytes, degraded } = await printer.print('plain', { words })
    expect(degraded).toBe(false)
    expect((await textOf(bytes)).replaceAll(/x ?/g, 'x')).toBe(`Test evil \ufffd A B ${'x'.repeat(4000)}`)
  })
})

describe('the PDF queue', () => {
  const gone = () => new AbortController()
  const sentences = (settled: PromiseSettledResult<unknown>[]) =>
    settled.map((each) => (each.status === 'rejected' ? (each.reason as Error).message : 'printed'))

  it('accepts three concurrent PDFs per person, and another when one of them is done', async () => {
    open()
    const mine = printer.forCaller('ann', gone().signal)
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => mine.print('plain', hello)))
    const busy = 'Your other PDFs are still being created. Try again when they have opened.'
    expect(sentences(all)).toEqual(['printed', 'printed', 'printed', busy, busy])
    expect(all[4]).toMatchObject({ reason: { code: 'too-many', retryAfterSeconds: 5 } })
    expect((await mine.print('plain', hello)).degraded).toBe(false)
  })

  it('refuses everyone with a retry time when it is full', async () => {
    open({ maxQueue: 2 })
    const people = Array.from({ length: 8 }, (_, i) => printer.forCaller(`person ${i}`, gone().signal))
    const all = await Promise.allSettled(people.map((each) => each.print('plain', hello)))
    const refused = all.filter((each) => each.status === 'rejected')
    expect(refused.length).toBeGreaterThanOrEqual(3)
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'unavailable', retryAfterSeconds: 10 })
    expect(all.filter((each) => each.status === 'fulfilled').length).toBeGreaterThanOrEqual(2)
  })

  it('drops abandoned requests, so that the next person is served', async () => {
    open({ limitMilliseconds: 60_000 })
    await printer.print('plain', hello)
    const left = gone()
    const abandoned = Array.from({ length: 30 }, (_, i) =>
      printer.forCaller(`person ${i}`, left.signal).print('endless', hello),
    )
    const settled = Promise.allSettled(abandoned)
    const next = printer.forCaller('ann', gone().signal).print('plain', hello)
    left.abort()
    expect(await textOf((await next).bytes)).toBe('Test Hello')
    for (const each of await settled)
      expect(each).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
  })

  it('renders nothing for someone who has disconnected', async () => {
    open()
    const left = gone()
    left.abort()
    await expect(printer.forCaller('ann', left.signal).print('plain', hello)).rejects.toMatchObject({
      code: 'unavailable',
    })
    expect(typesetters()).toEqual([])
  })
})

describe('a killed portal', () => {
  const script = (template: string) => `
    import { openPrinter } from ${JSON.stringify(join(import.meta.dirname, 'printer.ts'))}
    const printer = openPrinter({ warn() {} }, ${JSON.stringify(folder)})
    await printer.print('plain', { words: 'Hello' })
    process.stdout.write('ready')
    await Promise.all([printer.print(${JSON.stringify(template)}, { words: 'Hello' }), new Promise((r) => setTimeout(r, 1e6))])`

  async function portal(template: string): Promise<ChildProcess> {
    const started = spawn(process.execPath, ['--input-type=module', '-e', script(template)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise((resolve) => started.stdout.once('data', resolve))
    return started
  }

  it.each(['plain', 'endless'])(
    'leaves no typesetter running, even in the middle of a document (%s)',
    async (template) => {
      open()
      const killed = await portal(template)
      const [typesetter] = typesetters(killed.pid)
      expect(typesetter).toBeDefined()
      killed.kill('SIGKILL')
      try {
        await until(() => !isRunning(typesetter!))
      } finally {
        if (isRunning(typesetter!)) process.kill(typesetter!, 'SIGKILL')
      }
    },
  )
})
