// Shared by the commands (npm run backup, restore, verify, …): options, help, and exit codes. A result begins with
// "Done: ", an error with "Error: ". Exit codes: 0 done, 1 failed, 2 wrong options, 78 wrong settings.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { type Config, ConfigError } from './config.ts'
import { StartError } from './kit/start-error.ts'

type Options = NonNullable<ParseArgsConfig['options']>
type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O; strict: true }>>['values']

/** Invalid options. The command prints its usage after the reason. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/**
 * Runs a command with the command-line options. `--help` prints the usage.
 * @param usage how to call it, with a line for each option
 */
export function runCommand<O extends Options>(usage: string, options: O, run: (values: Values<O>) => Promise<void>) {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) return printLine(usage)
  const work = async () => run(optionsIn(args, options))
  work().catch((error: unknown) => {
    process.stderr.write(error instanceof UsageError ? `${errorText(error)}\n\n${usage}\n` : `${errorText(error)}\n`)
    process.exitCode = exitCodeOf(error)
  })
}

function optionsIn<O extends Options>(args: string[], options: O): Values<O> {
  try {
    return parseArgs({ args, options, strict: true }).values
  } catch (error) {
    // Node's first sentence; the following ones are about arguments that begin with a dash.
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(reason.replace(/\.? (To specify|This command|Did you).*/s, '').replace(/\.?$/, '.'))
  }
}

/**
 * The text to print for an error: a sentence per line for errors that a person can act on, and a stack trace for
 * anything else.
 */
export function errorText(error: unknown): string {
  const isForPeople = error instanceof StartError || error instanceof ConfigError || error instanceof UsageError
  const text = isForPeople ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)
  // One line for each wrong setting.
  return error instanceof ConfigError ? text.replaceAll(/^/gm, 'Error: ') : `Error: ${text.replace(/^Error: /, '')}`
}

/** 78 (EX_CONFIG): restarting does not help. systemd checks it in RestartPreventExitStatus. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof ConfigError) return 78
  return error instanceof UsageError ? 2 : 1
}

/** A read-only command must not create a portal, which opening a data folder without a database would do. */
export function assertPortalExists({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): void {
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'postgres')))
    throw new StartError(
      `No portal found: there is no database in ${dataDir}, and DATABASE_URL is not set. Run the command with the settings of the portal.`,
    )
}

export const printLine = (line: string) => void process.stdout.write(`${line}\n`)

/** `1 file`, `2 files`. */
export const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
