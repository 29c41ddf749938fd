// Full counts and figures of the security checks: the ordinary run takes seconds, SECURITY_FULL=1 uses the counts that
// a check requires.
import type { TestContext } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Shown in docs/security-checks.md. */
    measured?: string
  }
}

export const isFull = process.env.SECURITY_FULL === '1'

export const count = (ordinary: number, full: number): number => (isFull ? full : ordinary)

export function measured({ task }: Pick<TestContext, 'task'>, figure: string): void {
  task.meta.measured = figure.replaceAll(/\s+/g, ' ')
}
