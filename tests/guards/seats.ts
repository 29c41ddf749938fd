// Who sits where in the rights table, and what a row of it says.
import type { World } from '../world.ts'

export const seats = ['visitor', 'owner', 'stranger', 'inactive', 'holder', 'colleague', 'admin', 'master'] as const
export type Seat = (typeof seats)[number]

/** The cast in these seats: everybody but the visitor. */
export const seated = {
  owner: 'ann',
  stranger: 'eve',
  inactive: 'ivan',
  holder: 'sam',
  colleague: 'sue',
  admin: 'alice',
  master: 'mona',
} as const satisfies Record<Exclude<Seat, 'visitor'>, keyof World>

interface Aim {
  url?: string
  body?: unknown
}

export interface Row {
  answers: readonly number[]
  /** Makes what the call is aimed at, afresh for each cell, and says with what. */
  aim?: (world: World, seat: Seat) => Promise<Aim> | Aim
  /** The call ends the session that makes it. */
  endsSession?: boolean
  /** The answer has no end: only its status is waited for. */
  streams?: boolean
}
