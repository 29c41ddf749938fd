// The roles in the rights table, and what a row contains.
import type { Caller, TestApp } from '../test-app.ts'

export const folderRoles = [
  'visitor',
  'owner',
  'stranger',
  'inactive',
  'holder',
  'colleague',
  'admin',
  'master',
] as const
export type FolderRole = (typeof folderRoles)[number]

/** Two contacts of the owner's folder: with all rights, and with none. */
export const contactRoles = ['contact', 'bareContact'] as const
export type ContactRights = (typeof contactRoles)[number]

/** The test user in each role; a visitor has none. */
export const inRole = {
  owner: 'ann',
  stranger: 'eve',
  inactive: 'ivan',
  holder: 'sam',
  colleague: 'sue',
  admin: 'alice',
  master: 'mona',
} as const satisfies Record<Exclude<FolderRole, 'visitor'>, keyof TestApp>

interface Aim {
  url?: string
  body?: unknown
}

export interface Row {
  answers: readonly number[]
  /**
   * The replies to contacts, with all rights and with none. By default the first gets the owner's reply, and the other
   * the stranger's.
   */
  contacts?: readonly [number, number]
  /** Creates the target of the call for each cell, and returns its parameters. A contact's target is the owner's. */
  aim?: (testApp: TestApp, role: FolderRole, sender?: Caller) => Promise<Aim> | Aim
  /** The call ends the caller's session. */
  endsSession?: boolean
  /** The reply is a stream: only its status is awaited. */
  streams?: boolean
}
