// Firefox, through WebDriver BiDi.
import { existsSync } from 'node:fs'
import puppeteer, { type ElementHandle, type Page } from 'puppeteer-core'
import type { Driver, Key, OtherBrowser } from './driver.ts'

const program = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(existsSync)

export const firefoxIsMissing = program === undefined ? 'Firefox is not installed.' : null

export async function startFirefox(): Promise<OtherBrowser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: program ?? '',
    headless: true,
    defaultViewport: null,
    args: ['--width=1280', '--height=900'],
    extraPrefsFirefox: { 'intl.locale.requested': 'en-US' },
  })
  // "firefox/153.8.0"
  const name = await browser.version()
  return {
    async newWindow() {
      const context = await browser.createBrowserContext()
      const page = await context.newPage({ type: 'window' })
      await page.evaluateOnNewDocument(reportRefusals)
      return driverOf(name, page, () => context.close())
    },
    close: () => browser.close(),
  }
}

/** Says which script was refused: Firefox itself reports only that one was. */
const reportRefusals = () =>
  document.addEventListener('securitypolicyviolation', ({ blockedURI, sourceFile, lineNumber, columnNumber }) =>
    // oxlint-disable-next-line no-console
    console.error(`refused: ${blockedURI} in ${sourceFile}:${lineNumber}:${columnNumber}`),
  )

function driverOf(name: string, page: Page, close: () => Promise<void>): Driver {
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => faults.push(`error: ${String(error)} (${page.url()})`))
  return {
    name,
    open: async (address) => void (await page.goto(address)),
    valueOf: async <T>(expression: string) => (await page.evaluate(expression)) as T,
    async elementOf(expression) {
      const handle = await page.evaluateHandle(expression)
      // Only a file field gets files; the browser refuses others.
      const element = handle.asElement() as ElementHandle<HTMLInputElement> | null
      if (element === null) return null
      return { click: () => element.click(), chooseFile: (path) => element.uploadFile(path) }
    },
    press: (key: Key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    // Two digits lead to the next part of the date.
    typeDate: ({ year, month, day }) => page.keyboard.type(`${month}${day}${year}`),
    async drag([first, ...others]) {
      if (first === undefined) return
      await page.mouse.move(first.x, first.y)
      await page.mouse.down()
      for (const { x, y } of others) await page.mouse.move(x, y)
      await page.mouse.up()
    },
    picture: () => page.screenshot(),
    faults: async () => faults,
    close,
  }
}
