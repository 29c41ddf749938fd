// Ids are UUIDv7 (RFC 9562): the order of ids is that of time, also within a millisecond of one instance.
import { randomFillSync } from 'node:crypto'
import { uuid7 } from './uuid.ts'

// Asking the system for chance costs more than all the rest of an id, so it is asked for many at once.
const chance = new Uint8Array(16 * 512)
let used = chance.length

function nextChance(): Uint8Array {
  if (used === chance.length) {
    randomFillSync(chance)
    used = 0
  }
  used += 16
  return chance.slice(used - 16, used)
}

const seqBits = 0x7fff_ffff
let milliseconds = 0
let seq = 0

/** As much as the clock may have been ahead before; what is further off was a mistake, and is not followed. */
const mostAhead = 86_400_000

/** Ids to come are greater than this one: a clock that was set back while nothing ran does not change the order either. */
export function continueAfter(id: string): void {
  const made = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  if (made < Date.now() + mostAhead) milliseconds = Math.max(milliseconds, made + 1)
}

/** Counts on from a random start within each millisecond; a clock that goes back is not followed. */
export function newId(): string {
  const random = nextChance()
  const now = Date.now()
  if (now > milliseconds) {
    milliseconds = now
    // The first of the four bytes stays small, so that there is room to count.
    seq = new DataView(random.buffer, random.byteOffset).getUint32(0) & (seqBits >> 8)
  } else if (++seq > seqBits) {
    milliseconds++
    seq = 0
  }
  return uuid7(milliseconds, seq, random)
}
