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
