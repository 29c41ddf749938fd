// A client folder: everything shared between one client and the team. Any status can change to any other; archived is
// read-only.
import { z } from 'zod'
import { type Actor, isAdministrator, isClient, StaffAccess } from './actor.ts'
import { HeadCount, Sector } from './audience.ts'
import { type FolderPart, FolderRights, mayUsePart, rightsNeeded, seesInEveryFolder } from './folder-rights.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import {
  Id,
  Instant,
  versioned,
  optionalEmail,
  optionalId,
  optionalName,
  optionalText,
  requiredName,
  requiredText,
} from './text.ts'

export const FolderStatus = z.enum(['active', 'on-hold', 'completed', 'archived'])
export type FolderStatus = z.infer<typeof FolderStatus>

/** Of someone on the team: the folders that they lead, or that they work in. */
export const FolderView = z.enum(['mine', 'team'], 'Choose mine or team.')
export type FolderView = z.infer<typeof FolderView>

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
  /** The creator sees the folder until its first reassignment. */
  creatorHasAccess: z.boolean(),
  /**
   * The person named as its client who waits for an administrator: the address as entered. Null for the client side.
   */
  clientRequest: z.object({ id: Id, email: z.string().nullable() }).nullable(),
  taxExempt: z.boolean(),
  /** Number on the exemption certificate on file. */
  taxExemptionNumber: z.string().nullable(),
  purchaseOrderNumber: z.string().nullable(),
  paysOnline: z.boolean(),
  /** Pauses reminders to the client's side until they are resumed; the team gets its own (domain/follow-up.ts). */
  remindersPaused: z.boolean(),
  /** The client's postal address. */
  address: z.string().nullable(),
  /** The client's number of employees and their location; null if unknown. */
  headCount: z.int().nullable(),
  sector: Sector.nullable(),
  /** The company size given in the request: "11-50". */
  companySize: z.string().nullable(),
  /** The folder into which this duplicate was merged; null for the client's side, and once that folder was deleted. */
  mergedIntoId: Id.nullable(),
  mergedAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  ...versioned,
})
/** A contact of a folder, with their rights. */
export const ContactRights = FolderRights.extend({ userId: z.string(), email: z.string(), name: z.string().nullable() })
export type ContactRights = z.infer<typeof ContactRights>

/** A staff member besides the lead: a member of the folder, or someone who covers for one of its team. */
export const Colleague = z.object({
  userId: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  staffAccess: StaffAccess,
  /** False for someone who only covers. */
  isMember: z.boolean(),
})
export type Colleague = z.infer<typeof Colleague>

/** These are not sent to the browser; in a list, `contacts` and `colleagues` contain only the reader. */
export const ClientFolderRow = ClientFolder.extend({
  contacts: z.array(ContactRights).readonly(),
  colleagues: z.array(Colleague).readonly(),
  assignedStaffAccess: StaffAccess,
})
export type ClientFolder = z.infer<typeof ClientFolderRow>

/**
 * `add`: documents, messages, and assignments; `send`: messages; `upload`: documents; `edit`: its name, services,
 * client, and status; `reassign`: its staff member; `change-client`: its client; `merge`: into another folder;
 * `manage-team`: add and remove members; `manage-contacts`: see, change, and remove its contacts; `see-…`: that part of
 * it; `view-as`: the portal as its client sees it.
 */
export const FolderAction = z.enum([
  'add',
  'send',
  'upload',
  'edit',
  'change-status',
  'reassign',
  'change-client',
  'merge',
  'add-contact',
  'manage-contacts',
  'manage-team',
  'see-money',
  'see-documents',
  'see-messages',
  'view-as',
])
export type FolderAction = z.infer<typeof FolderAction>
export const ClientFolderView = ClientFolder.extend({
  /** Null for a contact without the money right; so are the exemption and purchase order numbers. */
  taxExempt: z.boolean().nullable(),
  allowed: z.array(FolderAction),
})
export type ClientFolderView = z.infer<typeof ClientFolderView>

/** A row of the team's list of clients. */
export const ClientFolderSummary = z.object({
  id: Id,
  name: z.string(),
  clientName: z.string().nullable(),
  services: z.string(),
  status: FolderStatus,
  assignedStaffId: Id,
  /** Their email address if they have no name. */
  assignedStaffName: z.string(),
  /** Number of its items in the reader's work queue. */
  openWork: z.int(),
  /** When someone last did something in it. */
  lastActivityAt: Instant,
  createdAt: Instant,
})
export type ClientFolderSummary = z.infer<typeof ClientFolderSummary>

/**
 * The client is an existing account (`clientId`), someone to find or invite (`clientEmail`), or the visitor of
 * `serviceRequestId`.
 */
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
    paysOnline: z.boolean(),
    remindersPaused: z.boolean(),
    address: optionalText,
    headCount: HeadCount.nullable(),
    sector: Sector.nullable(),
    /** Why the client changes: required if the folder has content. */
    reason: optionalText,
  })
  .partial()
export type ClientFolderChange = z.infer<typeof ClientFolderChange>

/**
 * The rule for a row; for lists it is `visibleFolders` (server/client-folders/queries.ts). A test checks that both
 * agree.
 */
export const maySeeFolder = (
  folder: Pick<
    ClientFolder,
    'clientId' | 'assignedStaffId' | 'createdById' | 'creatorHasAccess' | 'contacts' | 'colleagues'
  >,
  actor: Pick<Actor, 'id' | 'role' | 'staffAccess'>,
  part: FolderPart = 'folder',
): boolean => {
  if (seesInEveryFolder(actor, part)) return true
  if (isClient(actor)) {
    const role = roleOf(folder, actor)
    return isClientOf(folder, actor) || (role !== undefined && rightsNeeded(part).every((right) => role[right]))
  }
  return (
    mayUsePart(actor, part) &&
    (folder.assignedStaffId === actor.id ||
      (folder.creatorHasAccess && folder.createdById === actor.id) ||
      folder.colleagues.some(({ userId }) => userId === actor.id))
  )
}

/** The lead and administrators decide who else on the team works in the folder. */
export const mayManageTeam = (folder: Pick<ClientFolder, 'assignedStaffId'>, actor: Actor): boolean =>
  isAdministrator(actor) || folder.assignedStaffId === actor.id

/** The folder's client is the only one who signs, approves, and declines. Its contacts also have the role client. */
export const isClientOf = (folder: Pick<ClientFolder, 'clientId'>, actor: Pick<Actor, 'id' | 'role'>): boolean =>
  isClient(actor) && folder.clientId === actor.id

const roleOf = ({ contacts }: Pick<ClientFolder, 'contacts'>, { id }: Pick<Actor, 'id'>) =>
  contacts.find(({ userId }) => userId === id)

/** The folder's facts that actions on its content depend on. */
export const FolderFacts = ClientFolder.pick({ status: true, clientId: true })
export type FolderFacts = z.infer<typeof FolderFacts>

export const isOpen = ({ status }: Pick<ClientFolder, 'status'>): boolean => status !== 'archived'

export function allowedInFolder(folder: ClientFolder, actor: Actor): FolderAction[] {
  const open = isOpen(folder)
  if (isClient(actor) && !isClientOf(folder, actor)) return allowedToContact(roleOf(folder, actor), open)
  if (!mayUsePart(actor, 'work')) return ['see-money']
  const all: FolderAction[] = ['see-documents', 'see-messages', 'manage-contacts']
  if (mayUsePart(actor, 'money')) all.unshift('see-money')
  if (open) all.push('send', 'upload', 'add-contact')
  if (isClient(actor)) return all
  if (open) all.push('add', 'edit')
  if (folder.mergedAt === null) all.push('change-status')
  if (open && isAdministrator(actor)) all.push('reassign', 'change-client', 'merge')
  if (mayManageTeam(folder, actor)) all.push('manage-team')
  if (folder.clientId !== null && isAdministrator(actor)) all.push('view-as')
  return all
}

function allowedToContact(role: ContactRights | undefined, open: boolean): FolderAction[] {
  const actions: FolderAction[] = []
  if (role?.money) actions.push('see-money')
  if (role?.documents) actions.push('see-documents', ...(open ? (['upload'] as const) : []))
  if (role?.messages) actions.push('see-messages', ...(open ? (['send'] as const) : []))
  return actions
}

/** Throws 409 if the folder is archived. */
export function assertNotArchived(folder: Pick<ClientFolder, 'status'>): void {
  if (folder.status === 'archived')
    throw conflict('This folder is archived and can only be read. Make it active to change it.')
}

export const mergedFolder = () => conflict('This folder was merged into another one, so it can’t be changed.')

/**
 * The assignee of a new folder: consultants themselves, or the person an administrator chose. Throws 403 for other
 * staff, who don't see all of a folder.
 */
export function staffOfNewFolder(actor: Actor, input: ClientFolderInput): string {
  if (!mayUsePart(actor, 'everything'))
    throw forbidden('Only consultants and administrators can create client folders.')
  const named = input.assignedStaffId
  if (isAdministrator(actor)) {
    if (named === null) throw invalid('assignedStaffId', 'Choose a staff member.')
    return named
  }
  if (named !== null && named !== actor.id)
    throw invalid('assignedStaffId', 'You can create a folder for yourself only.')
  return actor.id
}

const moneyFields = ['taxExempt', 'taxExemptionNumber', 'purchaseOrderNumber', 'paysOnline'] as const

/**
 * Throws 403 for a client, for staff who reassign, and for what staff don't see, 409 for a merged folder and for anything
 * but the status of an archived one.
 */
export function assertCanChangeFolder(folder: ClientFolder, actor: Actor, change: ClientFolderChange): void {
  if (isClient(actor)) throw forbidden('Only the team can change a client folder.')
  if (folder.mergedAt !== null) throw mergedFolder()
  if (
    !isAdministrator(actor) &&
    change.assignedStaffId !== undefined &&
    change.assignedStaffId !== folder.assignedStaffId
  )
    throw forbidden('Only an administrator can reassign a folder.')
  if (!mayUsePart(actor, 'work')) throw forbidden('Your access doesn’t include changing client folders.')
  if (!mayUsePart(actor, 'money') && moneyFields.some((field) => change[field] !== undefined))
    throw forbidden('Your access doesn’t include the client’s tax, purchase order, and payment details.')
  // The client sees all of the folder.
  if (!mayUsePart(actor, 'everything') && change.clientId !== undefined && change.clientId !== folder.clientId)
    throw forbidden('Only consultants and administrators can choose the client of a folder.')
  const { status, ...rest } = change
  if (Object.keys(rest).length > 0 && (status === undefined || status === 'archived')) assertNotArchived(folder)
}

/**
 * Throws 403 for everyone but administrators, and 400 without a reason, because the new client would see the folder's
 * content.
 */
export function assertCanChangeClient(actor: Actor, reason: string | null | undefined): asserts reason is string {
  if (!isAdministrator(actor))
    throw forbidden('Only an administrator can change the client of a folder that has content.')
  if (!reason) throw invalid('reason', 'Enter the reason for the change.')
}
