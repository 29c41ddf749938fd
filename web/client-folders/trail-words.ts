// The folder's trail in plain words: "Dana Mercer changed the status from active to on hold."
import type { AuditEntry } from '../../domain/audit.ts'

/** One line of the trail as a sentence. */
export const trailWords = (entry: AuditEntry) => `${entry.actorName ?? 'The portal'} ${deed(entry)}.`

const deeds: Record<string, string> = {
  'client-folder.created': 'opened the folder',
  'message.sent': 'sent a message',
  'assignment.created': 'gave an assignment',
  'assignment.changed': 'changed an assignment',
  'assignment.completed': 'marked an assignment as done',
  'assignment.document-added': 'added the file that an assignment asked for',
  'document.added': 'added a document',
  'document.opened': 'opened a document',
  'document.signature-requested': 'asked for a signature on a document',
  'document.signature-withdrawn': 'no longer asks for a signature on a document',
  'document.signed': 'signed a document',
  'document.sealed': 'sealed the signed copy of a document',
  'document.copy-opened': 'opened a signed copy of a document',
  'document.refused': 'declined to sign a document',
  'proposal.created': 'drafted a proposal',
  'proposal.changed': 'changed a proposal',
  'proposal.sent': 'sent a proposal',
  'proposal.withdrawn': 'withdrew a proposal',
  'proposal.approved': 'approved a proposal',
  'proposal.rejected': 'declined a proposal',
  'proposal.revised': 'began a new version of a proposal',
  'hr-form.submitted': 'sent a form',
  'hr-policy.acknowledged': 'acknowledged a policy',
  'document-request.created': 'asked for a document',
  'document-request.submitted': 'handed in a document that was asked for',
  'document-request.returned': 'sent back a document that was asked for',
  'document-request.completed': 'accepted a document that was asked for',
  'document-request.cancelled': 'no longer asks for a document',
  'document-request.reminded': 'reminded the client of a document',
  'contract.created': 'made a contract',
  'contract.changed': 'changed the text of a contract',
  'contract.opened': 'opened a contract',
  'contract.signed': 'signed a contract',
  'contract.sealed': 'sealed a contract',
  'contract.declined': 'declined a contract',
  'contract.cancelled': 'cancelled a contract',
  'contract.completed': 'completed a contract',
  'contract.terminated': 'terminated a contract',
  'invoice.created': 'drafted an invoice',
  'invoice.changed': 'changed the draft of an invoice',
  'invoice.sent': 'sent an invoice',
  'invoice.overdue': 'noted that an invoice is overdue',
  'invoice.reminded': 'reminded the client of an invoice',
  'invoice.payment-recorded': 'recorded a payment',
  'invoice.paid': 'marked an invoice as paid',
  'invoice.void': 'made an invoice void',
}

function deed({ action, details }: AuditEntry): string {
  if (action === 'client-folder.changed') return folderChange(details)
  if (action === 'assignment.in-progress')
    return details.before === 'completed' ? 'reopened an assignment' : 'started an assignment'
  if (action === 'call.refused') return 'tried something that was refused'
  return deeds[action] ?? otherDeed(action)
}

/** What a later area records before it has words here: "contract.signed" reads "recorded: contract signed". */
const otherDeed = (action: string) => `recorded: ${spaced(action.replace('.', ' '))}`

const fieldDeeds: Record<string, string> = {
  name: 'renamed the folder',
  services: 'changed the services',
  assignedStaffId: 'gave the folder to another consultant',
  clientId: 'changed the client',
  taxExempt: 'changed the tax exemption',
  taxExemptionNumber: 'changed the exemption number',
  remindersPaused: 'changed whether reminders go out',
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
