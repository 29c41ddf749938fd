// What a bench needs. A bench that cannot start, or fails later, ends with a sentence.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

function end(sentence: string): never {
  process.stderr.write(`Error: ${sentence}\n`)
  process.exit(1)
}

process.on('uncaughtException', (error) => end(error instanceof Error ? error.message : String(error)))

export function needBuild(): void {
  if (!existsSync(join(import.meta.dirname, '../dist/server/main.js')))
    end('There is no build. Run npm run build first.')
}

export function needFolder(path: string, sentence: string): void {
  if (!existsSync(path)) end(sentence)
}

export function needLinux(): void {
  if (process.platform !== 'linux') end('This bench reads memory from /proc, so it runs on Linux only.')
}

/** The value of an environment variable. @param sentence says what to set it to */
export const needSetting = (name: string, sentence: string): string => process.env[name] || end(sentence)

export const needLargeOffice = (): string =>
  needSetting('DATABASE_URL', 'Set DATABASE_URL to a database of the large office (see bench/README.md).')
