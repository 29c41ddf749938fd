// Who takes part in the walk, and what each of them must never be shown.
import type { Caller, Name, TestApp } from '../../test-app.ts'
import { type Cast, hush, moneyMark, type Side, workMark } from './sides.ts'

export interface Person {
  name: string
  caller: Caller
  email: string | null
  /** Whose work or folder it is; null for those who see both, or neither. */
  side: Side | null
  never: string[]
}

/** Administrators see everything; visitors nothing. */
export function peopleOf(testApp: TestApp, cast: Cast, acme: Side, elmwood: Side) {
  const user = (name: Name, side: Side | null, never: string[]): Person => {
    return { name, caller: testApp[name], email: `${name}@example.com`, side, never }
  }
  const member = (name: 'mel' | 'cole' | 'ash' | 'bo', side: Side | null, never: string[]): Person => {
    const { caller, email } = cast[name]
    return { name, caller, email, side, never }
  }
  const hidden = [acme.word, elmwood.word, hush, moneyMark, workMark]
  const visitor: Person = { name: 'visitor', caller: testApp.visitor, email: null, side: null, never: hidden }
  return {
    alice: user('alice', null, []),
    mona: user('mona', null, []),
    sam: user('sam', acme, [elmwood.word]),
    sue: user('sue', elmwood, [acme.word]),
    ann: user('ann', acme, [elmwood.word, hush]),
    eve: user('eve', elmwood, [acme.word, hush]),
    mel: member('mel', acme, [elmwood.word]),
    cole: member('cole', acme, [elmwood.word]),
    ash: member('ash', acme, [elmwood.word, moneyMark]),
    bo: member('bo', null, [workMark]),
    visitor,
  }
}

export type People = ReturnType<typeof peopleOf>

/** The nouns of items whose live events a bookkeeper doesn't get, and an assistant doesn't get. */
export const workNouns = [
  'messages',
  'assignments',
  'documents',
  'document-requests',
  'deadlines',
  'employees',
  'training-records',
  'handbooks',
  'own-forms',
  'tasks',
  'bookings',
  'received-emails',
]
export const moneyNouns = ['invoices', 'payments', 'credit-notes', 'proposals', 'contracts', 'invoice-plans']

/**
 * The ids of what a side has. Every staff member gets the event that a request changed, because they see a visitor's
 * request until someone accepts it.
 */
export const idsOf = ({ folder, created }: Side): string[] => [
  folder,
  ...Object.entries(created).flatMap(([noun, ids]) => (noun === 'service-requests' ? [] : ids)),
]
