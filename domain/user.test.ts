import { describe, expect, it } from 'vitest'
import { type Actor, type Role, unlimited } from './actor.ts'
import { DomainError } from './errors.ts'
import {
  allowedUserActions,
  changeUser,
  assertCanDeactivateUser,
  endsSessions,
  assertCanInviteUser,
  NewStaffInput,
  NewUserInput,
  type User,
  type UserChange,
  usernameFrom,
} from './user.ts'

const actor = (role: Role, id: string = role): Actor => ({ id, role, firstName: null, lastName: null, ...unlimited })
const user = (role: Role, more: Partial<User> = {}): User => ({
  id: `other ${role}`,
  username: 'kim',
  email: 'kim@example.com',
  emailBounces: false,
  firstName: 'Kim',
  lastName: 'Doe',
  profileImageUrl: null,
  role,
  isActive: true,
  createdBy: null,
  phone: null,
  company: null,
  recordedName: 'Kim Doe',
  hasPassword: true,
  hasSecondFactor: false,
  holdsWork: false,
  staffAccess: 'consultant',
  version: 1,
  createdAt: '',
  updatedAt: '',
  ...more,
})
const input = (role: Role, more: Partial<UserChange> = {}): UserChange => ({
  email: 'kim@example.com',
  firstName: 'Kim',
  lastName: 'Doe',
  role,
  phone: null,
  company: null,
  ...more,
})

const refused = (work: () => unknown): number => {
  try {
    work()
  } catch (error) {
    if (error instanceof DomainError) return error.status
    throw error
  }
  return 200
}

describe('editing a user', () => {
  it.each<[string, Actor, User, UserChange, number, number]>([
    ['of a client by an admin', actor('admin'), user('client'), input('staff'), 1, 200],
    ['that makes an admin', actor('admin'), user('staff'), input('admin'), 1, 200],
    ['that demotes another admin', actor('admin'), user('admin'), input('client'), 1, 200],
    ['of a master-admin by an admin', actor('admin'), user('master-admin'), input('staff'), 2, 403],
    ['of a master-admin by an admin, role kept', actor('admin'), user('master-admin'), input('master-admin'), 2, 403],
    ['of a master-admin by another', actor('master-admin'), user('master-admin'), input('admin'), 1, 200],
    [
      'of a master-admin by another, role kept',
      actor('master-admin'),
      user('master-admin'),
      input('master-admin'),
      1,
      200,
    ],
    ['that makes a master-admin', actor('master-admin'), user('admin'), input('master-admin'), 1, 400],
    ['that makes a master-admin by an admin', actor('admin'), user('client'), input('master-admin'), 1, 400],
    ['of oneself', actor('admin', 'me'), user('admin', { id: 'me' }), input('admin', { firstName: 'Kit' }), 0, 200],
    [
      'of oneself as master-admin',
      actor('master-admin', 'me'),
      user('master-admin', { id: 'me' }),
      input('master-admin'),
      0,
      200,
    ],
    ['that demotes oneself', actor('admin', 'me'), user('admin', { id: 'me' }), input('staff'), 3, 409],
    [
      'that demotes oneself from master-admin',
      actor('master-admin', 'me'),
      user('master-admin', { id: 'me' }),
      input('admin'),
      3,
      409,
    ],
    [
      'that deactivates oneself',
      actor('admin', 'me'),
      user('admin', { id: 'me' }),
      input('admin', { isActive: false }),
      3,
      409,
    ],
    ['that demotes the last administrator', actor('admin'), user('admin'), input('staff'), 0, 409],
    [
      'that deactivates the last administrator',
      actor('admin'),
      user('admin'),
      input('admin', { isActive: false }),
      0,
      409,
    ],
    [
      'of an inactive administrator when none is left',
      actor('admin'),
      user('admin', { isActive: false }),
      input('client'),
      0,
      200,
    ],
    ['by staff', actor('staff'), user('client'), input('client'), 1, 403],
  ])('%s', (_title, who, whom, what, others, status) => {
    expect(refused(() => changeUser(whom, who, what, others))).toBe(status)
  })

  it('limits what staff see, but not while they lead folders or hold requests, and no other role', () => {
    const after = (whom: User, what: UserChange) => changeUser(whom, actor('admin'), what, 1).staffAccess
    const bookkeeper = { staffAccess: 'bookkeeper' as const }
    expect(after(user('staff'), input('staff', bookkeeper))).toBe('bookkeeper')
    expect(after(user('staff', bookkeeper), input('staff'))).toBe('bookkeeper')
    expect(after(user('staff', bookkeeper), input('admin'))).toBe('consultant')
    expect(after(user('client'), input('client', bookkeeper))).toBe('consultant')
    expect(refused(() => after(user('staff', { holdsWork: true }), input('staff', bookkeeper)))).toBe(409)
    expect(after(user('staff', { holdsWork: true, ...bookkeeper }), input('staff', bookkeeper))).toBe('bookkeeper')
  })

  it('does not change `isActive` if it is left out', () => {
    expect(changeUser(user('client', { isActive: false }), actor('admin'), input('client'), 1).isActive).toBe(false)
    expect(
      changeUser(user('client', { isActive: false }), actor('admin'), input('client', { isActive: true }), 1).isActive,
    ).toBe(true)
  })

  it.each<[string, Partial<User>, Actor, Partial<User>, boolean]>([
    ['a role', {}, actor('admin'), { role: 'admin' }, true],
    ['an address', {}, actor('admin'), { email: 'new@example.com' }, true],
    ['activity', {}, actor('admin'), { isActive: false }, true],
    ['a name', {}, actor('admin'), { firstName: 'Kit' }, false],
    ['one’s own address', { id: 'me' }, actor('admin', 'me'), { email: 'new@example.com' }, false],
    ['somebody back to active', { isActive: false }, actor('admin'), { isActive: true }, false],
  ])('ends the sessions for changes of %s only', (_what, before, who, after, ends) => {
    const someone = user('staff', before)
    expect(endsSessions(someone, who, { ...someone, ...after })).toBe(ends)
  })
})

describe('deactivating and inviting users', () => {
  it('have the same protections', () => {
    expect(refused(() => assertCanDeactivateUser(user('client'), actor('admin'), 1))).toBe(200)
    expect(refused(() => assertCanDeactivateUser(user('master-admin'), actor('admin'), 2))).toBe(403)
    expect(refused(() => assertCanDeactivateUser(user('admin', { id: 'me' }), actor('admin', 'me'), 2))).toBe(409)
    expect(refused(() => assertCanDeactivateUser(user('admin'), actor('master-admin'), 0))).toBe(409)
    expect(refused(() => assertCanInviteUser(user('client', { hasPassword: false }), actor('admin')))).toBe(200)
    expect(refused(() => assertCanInviteUser(user('client'), actor('admin')))).toBe(409)
    expect(
      refused(() => assertCanInviteUser(user('client', { hasPassword: false, isActive: false }), actor('admin'))),
    ).toBe(409)
    expect(refused(() => assertCanInviteUser(user('master-admin', { hasPassword: false }), actor('admin')))).toBe(403)
  })

  it('are offered if possible', () => {
    expect(allowedUserActions(user('client'), actor('admin'))).toEqual([
      'edit',
      'deactivate',
      'view-as',
      'end-sessions',
    ])
    expect(allowedUserActions(user('staff', { hasSecondFactor: true }), actor('admin'))).toContain(
      'reset-second-factor',
    )
    expect(allowedUserActions(user('admin', { id: 'me', hasSecondFactor: true }), actor('admin', 'me'))).toEqual([
      'edit',
    ])
    expect(allowedUserActions(user('client', { hasPassword: false }), actor('admin'))).toEqual([
      'edit',
      'deactivate',
      'invite',
      'view-as',
    ])
    expect(allowedUserActions(user('client', { isActive: false }), actor('admin'))).toEqual(['edit', 'activate'])
    expect(allowedUserActions(user('admin', { id: 'me' }), actor('admin', 'me'))).toEqual(['edit'])
    expect(allowedUserActions(user('master-admin'), actor('admin'))).toEqual([])
    expect(allowedUserActions(user('client', { id: 'me' }), actor('client', 'me'))).toEqual([])
  })
})

describe('the input of a user', () => {
  const person = { email: 'kim@example.com', firstName: 'Kim', lastName: 'Doe' }

  it.each(['master-admin', 'owner', '', null])('refuses the role %j', (role) => {
    expect(NewUserInput.safeParse({ ...person, role }).success).toBe(false)
  })

  it.each(['isActive', 'createdBy', 'password', 'username', 'id', 'version', 'isDemonstration'])(
    'refuses %s, which the server decides',
    (key) => {
      expect(NewUserInput.safeParse({ ...person, role: 'staff', [key]: true }).success).toBe(false)
      expect(NewStaffInput.safeParse({ ...person, [key]: true }).success).toBe(false)
    },
  )

  it('creates staff when adding staff', () => {
    expect(NewStaffInput.safeParse({ ...person, role: 'staff' }).success).toBe(true)
    expect(NewStaffInput.safeParse(person).success).toBe(true)
    expect(NewStaffInput.safeParse({ ...person, role: 'admin' }).success).toBe(false)
  })
})

it.each([
  ['Kim.Doe@Example.com', 'kim.doe'],
  ["o'brien+hr@example.com", "o'brien+hr"],
])('%s gets the username %s', (email, username) => {
  expect(usernameFrom(email)).toBe(username)
})

it.each(['', '   ', 'ann@'])('an invalid address ("%s") is reported once', (email) => {
  const found = NewStaffInput.safeParse({ email, firstName: 'Ann', lastName: 'Keller' })
  expect(found.error?.issues.map(({ message }) => message)).toEqual(['Valid email is required'])
})
