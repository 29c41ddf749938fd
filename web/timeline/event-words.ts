// The audit log in plain words: "Dana Mercer sent invoice INV-20261121-01 to Ann Keller."
import { isAuditAction } from '../../domain/audit-events.ts'
import type { AuditEntry } from '../../domain/audit-log.ts'
import { eventLabels, files } from './event-labels.ts'

type EventEntry = Pick<
  AuditEntry,
  'action' | 'entityType' | 'actorName' | 'actorId' | 'address' | 'subject' | 'details' | 'people'
>

/** One line of the audit log as a sentence. */
export const eventWords = (entry: EventEntry) => `${whoDid(entry)} ${auditEntry(entry)}${recipient(entry)}.`

/** Without a person it was a job of the portal's own, or someone who is not signed in. */
function whoDid({ actorId, actorName, address, action }: EventEntry): string {
  if (actorName !== null) return actorName
  if (actorId !== null) return 'Deleted user'
  if (action === 'service-request.submitted' || action.startsWith('booking.')) return 'A visitor'
  return address === null || !/[.:]/.test(address) ? 'The portal' : 'Someone not signed in'
}

/** An event that is no longer written has no label: "contract.sent-back" reads "recorded: contract sent back". */
function auditEntry(entry: EventEntry): string {
  const { action, details } = entry
  if (!isAuditAction(action)) return `recorded: ${actionWords(action)}`
  if (action === 'client-folder.changed') return folderChange(details)
  if (action === 'assignment.in-progress')
    return filled(details.before === 'completed' ? 'reopened {“an assignment}' : 'started {“an assignment}', entry)
  if (action === 'file.downloaded') return filled(`downloaded ${files[entry.entityType] ?? 'a file'}`, entry)
  return filled(eventLabels[action], entry)
}

/** Inserts the subject's name. */
const filled = (words: string, { subject }: EventEntry) =>
  words.replace(/\{(“?)([^}]*)\}/, (_, quote: string, thing: string) => {
    if (subject === null) return thing === '' ? '(deleted)' : thing
    const name = quote === '' ? subject : `“${subject}”`
    // A person or a business is shown by name only.
    if (thing === '' || /^a (person|visitor|business)$/.test(thing)) return name
    return `${thing.replace(/^an? /, '')} ${name}`
  })

/** Who it went to, where the audit log noted that at the time. */
function recipient({ details, people }: EventEntry): string {
  const name = typeof details.toId === 'string' ? people[details.toId] : undefined
  return name === undefined ? '' : ` to ${name}`
}

/** "service-request.in-progress" as one reads it: "service request in progress". */
export const actionWords = (action: string) => spaced(action.replace('.', ' '))

const fieldDeeds: Record<string, string> = {
  name: 'renamed the folder',
  services: 'changed the services',
  assignedStaffId: 'reassigned the folder',
  clientId: 'changed the client',
  taxExempt: 'changed the tax exemption',
  taxExemptionNumber: 'changed the exemption number',
  paysOnline: 'turned online payment on or off',
  remindersPaused: 'turned reminders on or off',
  purchaseOrderNumber: 'changed the purchase order number',
  headCount: 'changed the number of employees',
  sector: 'changed the sector',
}

function folderChange({ fields, before, after }: AuditEntry['details']): string {
  const changed = Array.isArray(fields) ? fields.map(String) : []
  const parts = changed.flatMap((field) =>
    field === 'status'
      ? [`changed the status from ${statusIn(before)} to ${statusIn(after)}`]
      : (fieldDeeds[field] ?? []),
  )
  return joined(parts) || 'saved the folder without a change'
}

const statusIn = (values: unknown) =>
  typeof values === 'object' && values !== null && 'status' in values ? spaced(String(values.status)) : 'another'

const spaced = (text: string) => text.replaceAll('-', ' ')

const joined = (parts: string[]) =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
