// WebKitGTK, through its WebDriver: a process of its own for each window, on a virtual display.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { Builder, Key as Keys, Origin, type WebDriver, type WebElement } from 'selenium-webdriver'
import { freePort } from '../../running-portal.ts'
import type { Driver, Key, OtherBrowser } from './driver.ts'

const driverProgram = '/usr/bin/WebKitWebDriver'
const browserProgram = ['4.1', '4.0', '6.0']
  .map((version) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${version}/MiniBrowser`)
  .find(existsSync)
const displayProgram = '/usr/bin/Xvfb'

export const webkitIsMissing =
  existsSync(driverProgram) && browserProgram !== undefined && existsSync(displayProgram)
    ? null
    : 'WebKitGTK with its WebDriver (webkit2gtk-driver) or Xvfb is not installed.'

const keys: Record<Key, string> = {
  Escape: Keys.ESCAPE,
  Enter: Keys.ENTER,
  Tab: Keys.TAB,
  ArrowDown: Keys.ARROW_DOWN,
}

export async function startWebKit(): Promise<OtherBrowser> {
  const { display, server } = await startDisplay()
  return { newWindow: () => startWindow(display), close: () => end(server) }
}

async function startDisplay() {
  const args = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp']
  const server = spawn(displayProgram, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const [number] = (await once(server.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer]
  return { display: `:${number.toString().trim()}`, server }
}

async function startWindow(display: string): Promise<Driver> {
  const port = await freePort()
  const server = `http://127.0.0.1:${port}`
  const program = spawn(driverProgram, [`--port=${port}`, '--host=127.0.0.1'], {
    env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', LANG: 'C.UTF-8', LIBGL_ALWAYS_SOFTWARE: '1' },
    stdio: 'ignore',
  })
  const isReady = () =>
    fetch(`${server}/status`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) await pause(50)
  const driver = await new Builder()
    .usingServer(server)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: browserProgram, args: ['--automation'] },
    })
    .build()
  await driver.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 900 })
  const capabilities = await driver.getCapabilities()
  return driverOf(`WebKitGTK ${String(capabilities.get('browserVersion'))}`, driver, async () => {
    await driver.quit()
    await end(program)
  })
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  await once(child, 'exit')
}

/**
 * In the page: the uncaught errors and console errors of this window so far, since WebKit's driver does not report any. They are
 * stored for the session, so that they remain when the page changes.
 */
function collectFaults(): string[] {
  const key = 'faults of this window'
  const page = globalThis as typeof globalThis & { isCollectingFaults?: boolean }
  const all = () => JSON.parse(sessionStorage.getItem(key) ?? '[]') as string[]
  if (page.isCollectingFaults === true) return all()
  page.isCollectingFaults = true
  const add = (...parts: unknown[]) =>
    sessionStorage.setItem(key, JSON.stringify([...all(), parts.map(String).join(' ')]))
  addEventListener('error', ({ message }) => add('error:', message))
  addEventListener('unhandledrejection', ({ reason }) => add('rejection:', reason))
  const { error } = console
  // oxlint-disable-next-line no-console
  console.error = (...parts: unknown[]) => {
    add('console:', ...parts)
    error(...parts)
  }
  return all()
}

const collecting = (expression: string) => `(${collectFaults.toString()})(); return ${expression}`

function driverOf(name: string, driver: WebDriver, close: () => Promise<void>): Driver {
  return {
    name,
    open: (address) => driver.get(address),
    valueOf: (expression) => driver.executeScript(collecting(expression)),
    async elementOf(expression) {
      const element = await driver.executeScript<WebElement | null>(collecting(expression))
      if (element === null) return null
      return { click: () => element.click(), chooseFile: (path) => element.sendKeys(path) }
    },
    press: (key) => driver.actions().sendKeys(keys[key]).perform(),
    type: (text) => driver.actions().sendKeys(text).perform(),
    // A hyphen leads to the next part of the date.
    typeDate: ({ year, month, day }) => driver.actions().sendKeys(`${month}-${day}-${year}`).perform(),
    async drag([first, ...others]) {
      if (first === undefined) return
      const move = ({ x, y }: { x: number; y: number }) => ({ x, y, duration: 0, origin: Origin.VIEWPORT })
      let actions = driver.actions().move(move(first)).press()
      for (const point of others) actions = actions.move(move(point))
      await actions.release().perform()
    },
    picture: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    faults: () => driver.executeScript<string[]>(`return (${collectFaults.toString()})()`),
    close,
  }
}
