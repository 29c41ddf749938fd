import { setImmediate as turn } from 'node:timers/promises'
import type { Answer } from './world.ts'

/**
 * What is answered once the portal is no longer too busy. Whoever is told to come again lets the work of others go on first: asking
 * at once, over and over, would leave no time for what is awaited.
 */
export async function whenTaken(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
    await turn()
  }
}
