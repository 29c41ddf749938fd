// What back-up, restore and verification share as programs: the words after their name, and how they end.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { StartError } from '../kit/start-error.ts'

/**
 * `--to DIR`, `--to=DIR` or `--quick`, as each program knows them; anything else is refused with its usage.
 * @param known the names, and whether a value comes after them
 */
export function optionsIn(args: readonly string[], known: Record<string, boolean>, usage: string): Map<string, string> {
  const options = new Map<string, string>()
  const words = args.flatMap((arg) =>
    /^--[a-z-]+=/.test(arg) ? [arg.slice(0, arg.indexOf('=')), arg.slice(arg.indexOf('=') + 1)] : [arg],
  )
  for (let at = 0; at < words.length; at++) {
    const name = (words[at] ?? '').replace(/^--/, '')
    const takesValue = Object.hasOwn(known, name) && words[at] === `--${name}` ? known[name] : undefined
    const value = takesValue === true ? words[++at] : ''
    if (takesValue === undefined || value === undefined || options.has(name)) throw new StartError(usage)
    options.set(name, value)
  }
  return options
}

/** What only looks at a portal makes none: opening a data folder that has no database would. */
export function assertPortalHere({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): void {
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'postgres')))
    throw new StartError(`There is no portal in ${dataDir}: no database is there, and DATABASE_URL is not set.`)
}

export const sayLine = (line: string) => void process.stdout.write(`${line}\n`)

/** A sentence for what a person can act on; anything else with its trace. The exit is not zero either way. */
export function runProgram(program: () => Promise<void>): void {
  program().catch((error: unknown) => {
    const isSentence = error instanceof StartError || error instanceof ConfigError
    const text = isSentence ? error.message : error instanceof Error ? error.stack : String(error)
    process.stderr.write(`${text}\n`)
    process.exitCode = 1
  })
}
