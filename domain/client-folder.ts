// A client folder: everything that one client and the team share. Its status may go from any to any; archived is read-only.
import { z } from 'zod'
import { type Actor, isAdministrator, isClient } from './actor.ts'
import { HeadCount, Sector } from './audience.ts'
import { type FolderPart, FolderRights, rightsNeeded } from './folder-rights.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import {
  Id,
  Instant,
  kept,
  optionalEmail,
  optionalId,
  optionalName,
  optionalText,
  requiredName,
  requiredText,
} from './text.ts'

export const FolderStatus = z.enum(['active', 'on-hold', 'completed', 'archived'])
export type FolderStatus = z.infer<typeof FolderStatus>

export const ClientFolder = z.object({
  id: Id,
  name: z.string(),
  clientId: Id.nullable(),
  clientName: z.string().nullable(),
  clientEmail: z.string().nullable(),
  assignedStaffId: Id,
  assignedStaffName: z.string().nullable(),
  assignedStaffEmail: z.string(),
  assignedStaffPhone: z.string().nullable(),
  services: z.string(),
  status: FolderStatus,
  serviceRequestId: Id.nullable(),
  createdById: Id,
  createdByName: z.string().nullable(),
  /** Whoever created it sees it until its first reassignment. */
  creatorHasAccess: z.boolean(),
  /** Someone who is named as its client and waits for an administrator: the address as it was typed. Null for the client side. */
  clientRequest: z.object({ id: Id, email: z.string().nullable() }).nullable(),
  taxExempt: z.boolean(),
  /** Of the certificate on file. */
  taxExemptionNumber: z.string().nullable(),
  purchaseOrderNumber: z.string().nullable(),
  /** No letters about unpaid invoices and documents that are asked for, until somebody lets them go out again. */
  remindersPaused: z.boolean(),
  /** How many people the client employs, and where; null where nobody has said. */
  headCount: z.int().nullable(),
  sector: Sector.nullable(),
  /** The company size that the request named: "11-50". */
  companySize: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  ...kept,
})
/** One of the further people of a folder, and what they were given. */
export const ContactSeat = FolderRights.extend({ userId: z.string(), email: z.string(), name: z.string().nullable() })
export type ContactSeat = z.infer<typeof ContactSeat>

/** `contacts` never leaves the server; in a list it holds nobody but the reader. */
export const ClientFolderRow = ClientFolder.extend({ contacts: z.array(ContactSeat).readonly() })
export type ClientFolder = z.infer<typeof ClientFolderRow>

/**
 * `add`: put documents, messages and assignments in; `send`: messages; `upload`: documents; `edit`: its name, services, client and
 * status; `reassign`: its staff member; `change-client`: its
 * client; `manage-contacts`: see, change and remove its contacts; `see-…`: that part of it; `view-as`:
 * the portal as its client sees it.
 */
export const FolderMove = z.enum([
  'add',
  'send',
  'upload',
  'edit',
  'change-status',
  'reassign',
  'change-client',
  'add-contact',
  'manage-contacts',
  'see-money',
  'see-documents',
  'see-messages',
  'view-as',
])
export type FolderMove = z.infer<typeof FolderMove>
export const ClientFolderView = ClientFolder.extend({
  /** Null for a contact who does not see the money; so are the exemption and purchase order numbers. */
  taxExempt: z.boolean().nullable(),
  allowed: z.array(FolderMove),
})
export type ClientFolderView = z.infer<typeof ClientFolderView>

/** Who can see a folder, and how that came about. */
export const FolderAccess = z.object({
  people: z.array(
    z.object({
      role: z.enum(['lead', 'creator', 'client', 'contact']),
      name: z.string().nullable(),
      email: z.string(),
      /** Of a contact: what of the folder they see; null for everyone who sees all of it. */
      rights: FolderRights.nullable(),
    }),
  ),
  /** How many administrators there are; they see every folder. */
  administrators: z.int(),
  /** Addresses of who the client was before and after; the latest change first. */
  clientChanges: z.array(
    z.object({
      id: Id,
      from: z.string(),
      to: z.string().nullable(),
      reason: z.string().nullable(),
      changedByName: z.string().nullable(),
      createdAt: Instant,
    }),
  ),
})
export type FolderAccess = z.infer<typeof FolderAccess>

/** The client is a known one (`clientId`), somebody to find or invite (`clientEmail`), or the visitor of `serviceRequestId`. */
export const ClientFolderInput = z.strictObject({
  name: requiredName('Client name is required'),
  services: requiredText('Services are required'),
  assignedStaffId: optionalId,
  clientId: optionalId,
  clientEmail: optionalEmail,
  serviceRequestId: optionalId,
})
export type ClientFolderInput = z.infer<typeof ClientFolderInput>

export const ClientFolderChange = z
  .strictObject({
    name: requiredName('Client name is required'),
    services: requiredText('Services are required'),
    status: FolderStatus,
    assignedStaffId: Id,
    clientId: Id.nullable(),
    taxExempt: z.boolean(),
    taxExemptionNumber: optionalName,
    purchaseOrderNumber: optionalName,
    remindersPaused: z.boolean(),
    headCount: HeadCount.nullable(),
    sector: Sector.nullable(),
    /** Why the client changes: required where the folder has content. */
    reason: optionalText,
  })
  .partial()
export type ClientFolderChange = z.infer<typeof ClientFolderChange>

/** The row's rule; the list's is `visibleFolders` (server/client-folders/queries.ts), and a test holds them together. */
export const maySeeFolder = (
  folder: Pick<ClientFolder, 'clientId' | 'assignedStaffId' | 'createdById' | 'creatorHasAccess' | 'contacts'>,
  actor: Actor,
  part: FolderPart = 'folder',
): boolean => {
  if (isAdministrator(actor)) return true
  if (isClient(actor)) {
    const seat = seatOf(folder, actor)
    return isClientOf(folder, actor) || (seat !== undefined && rightsNeeded(part).every((right) => seat[right]))
  }
  return folder.assignedStaffId === actor.id || (folder.creatorHasAccess && folder.createdById === actor.id)
}

/** The folder's client, who alone signs, approves and declines; its contacts are clients too, but not this one. */
export const isClientOf = (folder: Pick<ClientFolder, 'clientId'>, actor: Actor): boolean =>
  isClient(actor) && folder.clientId === actor.id

const seatOf = ({ contacts }: Pick<ClientFolder, 'contacts'>, { id }: Actor) =>
  contacts.find(({ userId }) => userId === id)

/** What the moves of a thing depend on of the folder that it lies in. */
export const FolderFacts = ClientFolder.pick({ status: true, clientId: true })
export type FolderFacts = z.infer<typeof FolderFacts>

export const isOpen = ({ status }: Pick<ClientFolder, 'status'>): boolean => status !== 'archived'

export function allowedInFolder(folder: ClientFolder, actor: Actor): FolderMove[] {
  const open = isOpen(folder)
  if (isClient(actor) && !isClientOf(folder, actor)) return allowedToContact(seatOf(folder, actor), open)
  const all: FolderMove[] = ['see-money', 'see-documents', 'see-messages', 'manage-contacts']
  if (open) all.push('send', 'upload', 'add-contact')
  if (isClient(actor)) return all
  if (open) all.push('add', 'edit')
  all.push('change-status')
  if (open && isAdministrator(actor)) all.push('reassign', 'change-client')
  if (folder.clientId !== null && isAdministrator(actor)) all.push('view-as')
  return all
}

function allowedToContact(seat: ContactSeat | undefined, open: boolean): FolderMove[] {
  const moves: FolderMove[] = []
  if (seat?.money) moves.push('see-money')
  if (seat?.documents) moves.push('see-documents', ...(open ? (['upload'] as const) : []))
  if (seat?.messages) moves.push('see-messages', ...(open ? (['send'] as const) : []))
  return moves
}

/** Refuses whatever would be put into or changed in an archived folder. */
export function assertNotArchived(folder: Pick<ClientFolder, 'status'>): void {
  if (folder.status === 'archived')
    throw conflict('This folder is archived and can only be read. Make it active to change it.')
}

/** Who the new folder is assigned to: staff themselves, or whom an administrator chose. */
export function staffOfNewFolder(actor: Actor, input: ClientFolderInput): string {
  const named = input.assignedStaffId
  if (isAdministrator(actor)) {
    if (named === null) throw invalid('assignedStaffId', 'Please choose a staff member.')
    return named
  }
  if (named !== null && named !== actor.id)
    throw invalid('assignedStaffId', 'You can create a folder for yourself only.')
  return actor.id
}

/** What a change may touch: 403 for a client and for staff who reassign, 409 for anything but the status of an archived folder. */
export function assertCanChangeFolder(folder: ClientFolder, actor: Actor, change: ClientFolderChange): void {
  if (isClient(actor)) throw forbidden('Only the team can change a client folder.')
  if (
    !isAdministrator(actor) &&
    change.assignedStaffId !== undefined &&
    change.assignedStaffId !== folder.assignedStaffId
  )
    throw forbidden('Only an administrator can give a folder to somebody else.')
  const { status, ...rest } = change
  if (Object.keys(rest).length > 0 && (status === undefined || status === 'archived')) assertNotArchived(folder)
}

/** Refuses 403 everyone but administrators, and 400 a change without a reason: another client would read what the folder holds. */
export function assertCanChangeClient(actor: Actor, reason: string | null | undefined): asserts reason is string {
  if (!isAdministrator(actor))
    throw forbidden('Only an administrator can change the client of a folder that has content.')
  if (!reason) throw invalid('reason', 'Enter the reason for the change.')
}
