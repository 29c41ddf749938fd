import type { Role, StaffAccess } from '../../domain/actor.ts'
import type { Holdings } from '../../domain/transfer-work.ts'
import { assignableRoles, type UserChange, type UserView } from '../../domain/user.ts'
import type { Choice } from '../kit/SelectField.tsx'

export const roleNames: Record<Role, string> = {
  'master-admin': 'Master administrator',
  admin: 'Admin',
  staff: 'Staff',
  client: 'Client',
}

export const accessNames: Record<StaffAccess, string> = {
  consultant: 'Consultant',
  bookkeeper: 'Bookkeeper',
  assistant: 'Assistant',
}

export const accessChoices: Choice[] = Object.entries(accessNames).map(([value, label]) => ({ value, label }))

/** Sort orders other than newest first. */
export const orders = [
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name', label: 'Name, A to Z' },
  { value: 'name-desc', label: 'Name, Z to A' },
  { value: 'email', label: 'Email, A to Z' },
  { value: 'email-desc', label: 'Email, Z to A' },
] as const

export const assignableRoleChoices: Choice[] = assignableRoles.map((role) => ({ value: role, label: roleNames[role] }))

/** The fields of the edit form, in its order, as they are called. */
export const fieldNames = {
  email: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  role: 'Role',
  staffAccess: 'Access',
  phone: 'Phone',
  company: 'Company',
  recordedName: 'Name on signatures',
  isActive: 'Status',
} as const satisfies Record<keyof UserChange, string>

export type UserField = keyof typeof fieldNames

/** A field's value as the screen says it. */
export function valueWords(user: UserView, field: UserField): string {
  if (field === 'role') return roleNames[user.role]
  if (field === 'staffAccess') return accessNames[user.staffAccess]
  if (field === 'isActive') return user.isActive ? 'Active' : 'Inactive'
  return user[field] ?? 'empty'
}

const fields = Object.keys(fieldNames) as UserField[]

export interface FieldChange {
  field: UserField
  label: string
  before: string
  after: string
}

/** What became of a user between two readings. */
export const changesBetween = (before: UserView, after: UserView): FieldChange[] =>
  fields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({
      field,
      label: fieldNames[field],
      before: valueWords(before, field),
      after: valueWords(after, field),
    }))

export const transferWords = (name: string, deactivate: boolean) =>
  deactivate
    ? {
        title: 'Deactivate this user?',
        description: texts.deactivate(name),
        act: 'Transfer and deactivate',
      }
    : {
        title: 'Transfer work',
        description: `Reassign ${name}’s client folders, requests, and appointments to someone else.`,
        act: 'Transfer work',
      }

const counted = (count: number, one: string) =>
  count === 0 ? [] : [`${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`]

const listed = new Intl.ListFormat('en-US')

export function holdingsWords({ clientFolders, serviceRequests, appointments, items }: Holdings) {
  const parts = [
    ...counted(clientFolders, 'client folder'),
    ...counted(serviceRequests, 'request'),
    ...counted(appointments, 'upcoming appointment'),
  ]
  const all = `Assigned to them: ${listed.format(parts)}.`
  return items.length < clientFolders + serviceRequests
    ? `${all} Showing the first ${items.length}. The rest will be transferred too.`
    : all
}

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  transferredAppointments:
    'Appointments keep their times and are transferred to each folder’s new consultant. If that person has another appointment then, the appointment is canceled. We’ll email the clients and visitors.',
  signOutEverywhere: (name: string) =>
    `${name} will be signed out on all devices right away. Unsaved work there will be lost.`,
  resetSecondFactor: (name: string) =>
    `${name} will be signed out everywhere, notified by email, and able to sign in with just a password until they set up 2FA again. First verify that the request really came from ${name}.`,
  access:
    'Consultants see everything in the folders they work in. Assistants see everything there except money. Bookkeepers see only money, in every folder.',
  createUser: 'They’ll get an email with a link to choose a password. The link expires in 7 days.',
  nameOnSignatures: 'Appears on signing certificates. Clients can’t change it by editing their profile.',
  sendLinkYourself:
    'No mail server is set up, so send them this link yourself. It works once and expires in 7 days. Anyone with this link can set the password, so share it only with this person.',
  inviteLater: 'Open the account in User management and choose Send a new invitation.',
  sendNewLinkYourself: 'No mail server is set up, so send them this link yourself. The earlier link no longer works.',
  mustSetUp: (people: string) =>
    `${people} not set it up yet. They’ll be asked to set it up the next time they sign in.`,
  notSetUp: (people: string) =>
    `${people} not set it up. If you require it, they’ll be asked to set it up the next time they sign in.`,
  noUsers: 'Create the first user. They’ll choose their own password.',
  deactivate: (name: string) =>
    `${name} will be signed out right away and won’t be able to sign in. Their past work and history remain.`,
}
