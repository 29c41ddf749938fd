// An unhandled error may have left state in memory inconsistent: it is logged, and the process ends to start clean.
import { type Log, withoutData } from './log.ts'

export function onUnhandledError(log: Log, end: () => void): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      log.fatal({ error: withoutData(error) }, 'unhandled error: the portal stops')
      end()
    })
}
