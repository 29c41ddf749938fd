// What nobody caught may have left anything half done in memory: it is logged, and the portal ends; the next start begins afresh.
import { type Log, withoutData } from './log.ts'

export function onStray(log: Log, end: () => void): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      log.fatal({ error: withoutData(error) }, 'a stray error: the portal ends')
      end()
    })
}
