// Ids are UUIDv7 (RFC 9562): ordered by time, within one instance even inside a millisecond.
import { randomInt } from 'node:crypto'
import { v7 } from 'uuid'

let milliseconds = 0
let sequence = 0

/** How far ahead of the clock an existing id may be; one further ahead came from a wrong clock and is ignored. */
const maxAhead = 86_400_000

/** Makes new ids greater than this one, even if the clock was set back while nothing ran. */
export function startIdsAfter(id: string): void {
  const at = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  if (at < Date.now() + maxAhead) milliseconds = Math.max(milliseconds, at + 1)
}

/** Counts up from a random start within each millisecond, and while the clock is behind the last id. */
export function newId(): string {
  const now = Date.now()
  if (now > milliseconds) {
    milliseconds = now
    sequence = randomInt(2 ** 23)
  } else sequence++
  return v7({ msecs: milliseconds, seq: sequence })
}

/** The smallest id of this time: later ids are not below it. */
export const firstIdSince = (at: number) => v7({ msecs: at, seq: 0, random: new Uint8Array(16) })
