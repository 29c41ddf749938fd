// Which migrations there are, and up to where a release had them.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

export const migrationsFolder = join(import.meta.dirname, '../../../server/migrations')

/** In order, by name without their ending. */
export const allMigrations = async (): Promise<string[]> =>
  (await readdir(migrationsFolder))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -4))
    .toSorted()

/** @param last its number */
export const migrationsUpTo = async (last: string): Promise<string[]> =>
  (await allMigrations()).filter((name) => name.slice(0, 4) <= last)
