// Who sits where in the rights table, and what a row of it says.
import type { Caller, World } from '../world.ts'

export const seats = ['visitor', 'owner', 'stranger', 'inactive', 'holder', 'colleague', 'admin', 'master'] as const
export type Seat = (typeof seats)[number]

/** Two contacts of the owner's folder: with all rights, and with none. */
export const contactSeats = ['contact', 'bareContact'] as const
export type ContactSeat = (typeof contactSeats)[number]

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
  /**
   * What the contacts get, with all rights and with none. Unless said otherwise the first gets what the owner gets, and the other
   * what a stranger gets.
   */
  contacts?: readonly [number, number]
  /** Makes what the call is aimed at, afresh for each cell, and says with what. A contact is aimed where the owner is. */
  aim?: (world: World, seat: Seat, sender?: Caller) => Promise<Aim> | Aim
  /** The call ends the session that makes it. */
  endsSession?: boolean
  /** The answer has no end: only its status is waited for. */
  streams?: boolean
}
