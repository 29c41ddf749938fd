// A person at one of these browsers: acts on what they can see, and waits for what is to come.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import type { Control, Driver, Key, Point } from './driver.ts'
import { type Located, locate, type Target, type Words } from './locate.ts'

const library = createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js')
/** Where the other browser tests store theirs. */
const pictures = join(import.meta.dirname, '../../../test-results/browser')
const librarySource = readFileSync(library, 'utf8')

/** As in the other browser tests. */
const waiting = { timeout: 20_000, interval: 100 }

export type Person = ReturnType<typeof personAt>

export function personAt(driver: Driver, portalUrl: string) {
  /** Waits until the control can be used, and does so. Without `act`, until it is there. */
  async function find(target: Target, act?: (control: Control) => Promise<void>) {
    const call = `(${locate.toString()})(${JSON.stringify(target)}, ${act !== undefined})`
    await eventually(`${nameOf(target)}`, async () => {
      await prepare()
      const { problem } = await driver.valueOf<Omit<Located, 'element'>>(`(({ problem }) => ({ problem }))(${call})`)
      if (problem !== '') return problem
      if (act === undefined) return ''
      const control = await driver.elementOf(`${call}.element`)
      if (control === null) return 'it has changed'
      await act(control)
      return ''
    })
  }

  /** Each page needs it once. */
  async function prepare() {
    if (!(await driver.valueOf<boolean>(`'TestingLibraryDom' in globalThis`)))
      await driver.valueOf(`(() => { ${librarySource} })()`)
  }

  /** Until it answers with no problem. An error, such as of a page that is being left, is one. */
  async function eventually(what: string, attempt: () => Promise<string>) {
    try {
      await vi.waitFor(async () => expect(await attempt()).toBe(''), waiting)
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error)
      throw new Error(`${driver.name}: ${what}: ${said}\n${await describe().catch(String)}`)
    }
  }

  /** What the page shows, for a failure. */
  async function describe() {
    mkdirSync(pictures, { recursive: true })
    const picture = join(pictures, `${driver.name.replace(/\W+/g, '-')}.png`)
    writeFileSync(picture, await driver.picture())
    const shown = await driver.valueOf<string>(
      `(document.querySelector('[role="dialog"]') ?? document.body).innerText.slice(0, 2000)`,
    )
    const address = await driver.valueOf<string>('location.href')
    return [`${address} shows (${picture}):`, shown, ...(await driver.faults())].join('\n')
  }

  const click = (role: string, name: string | RegExp, inside?: Target) =>
    find({ role, name: wordsOf(name), ...within(inside) }, (control) => control.click())

  async function focus(target: Target) {
    const call = `(${locate.toString()})(${JSON.stringify(target)}, true)`
    await eventually(`the field ${nameOf(target)}`, async () => {
      await prepare()
      return driver.valueOf<string>(`(({ element, problem }) => { element?.focus(); return problem })(${call})`)
    })
  }

  const hasValue = (value: string) =>
    eventually(`a field with ${value}`, async () => {
      const typed = await driver.valueOf<string>('document.activeElement.value')
      return typed === value ? '' : `it contains ${typed}`
    })

  return {
    open: (path: string) => driver.open(portalUrl + path),
    click,
    /** The first of several alike. */
    clickFirst: (role: string, name: string | RegExp, inside?: Target) =>
      find({ role, name: wordsOf(name), isFirst: true, ...within(inside) }, (control) => control.click()),
    /** Replaces what the field contains. */
    async fill(label: string | RegExp, text: string, inside?: Target) {
      await focus({ label: wordsOf(label), ...within(inside) })
      await driver.valueOf('document.activeElement.select()')
      await driver.type(text)
      await hasValue(text)
    },
    /** Types a date (YYYY-MM-DD) as a person in the United States does. */
    async fillDate(label: string | RegExp, date: string, inside?: Target) {
      await focus({ label: wordsOf(label), ...within(inside) })
      const [year = '', month = '', day = ''] = date.split('-')
      await driver.typeDate({ year, month, day })
      await hasValue(date)
    },
    chooseFile: (label: string, path: string) =>
      find({ label: wordsOf(label), isHidden: true }, (control) => control.chooseFile(path)),
    press: (key: Key) => driver.press(key),
    finds: (role: string, name: string | RegExp, inside?: Target) =>
      find({ role, name: wordsOf(name), isFirst: true, ...within(inside) }),
    /** Waits until the page shows these words. */
    async reads(words: string | RegExp) {
      await eventually(`“${String(words)}”`, async () => {
        // Spaces as a reader sees them: line breaks, and those that do not break, are spaces as well.
        const shown = (await driver.valueOf<string>('document.body.innerText')).replace(/\s+/g, ' ')
        return (words instanceof RegExp ? words.test(shown) : shown.includes(words)) ? '' : 'not yet'
      })
    },
    /** Waits until an expression in the page is true. */
    async sees(what: string, expression: string) {
      await eventually(what, async () => ((await driver.valueOf<boolean>(expression)) ? '' : 'not yet'))
    },
    valueOf: <T>(expression: string) => driver.valueOf<T>(expression),
    drag: (points: readonly Point[]) => driver.drag(points),
    faults: () => driver.faults(),
    leave: () => driver.close(),
  }
}

const wordsOf = (words: string | RegExp): Words =>
  words instanceof RegExp ? { pattern: words.source } : { exact: words }

const within = (inside: Target | undefined) => (inside === undefined ? {} : { inside })

/** The open dialog. */
export const dialog: Target = { role: 'dialog' }
export const question: Target = { role: 'alertdialog' }

const nameOf = ({ role, name, label }: Target) => `${role ?? 'field'} ${JSON.stringify(name ?? label)}`
