import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from './test-app.ts'

/**
 * The reply once the portal is no longer overloaded. Pauses between retries, because repeated immediate ones would
 * leave no capacity for the work that is awaited.
 */
export async function whenTaken(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
    await pause(20)
  }
}
