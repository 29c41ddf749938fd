// Creates the folder, the client, and the contacts of one row.
import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import type { ImportedClient } from '../../domain/client-import.ts'
import { invalid } from '../../domain/errors.ts'
import { createClientFolder } from '../client-folders/actions.ts'
import { addFolderContact } from '../folder-contacts/actions.ts'
import { takeAdvisoryLock } from '../kit/advisory-lock.ts'
import type { Tx } from '../kit/db.ts'
import { IdRow, typed } from '../kit/row-types.ts'
import { noLead, unknownLead } from './check.ts'

/** Contacts see documents and messages; someone must grant access to money. */
const contactRights = { money: false, documents: true, messages: true, sign: false }

interface Settings {
  defaultLeadId: string | null
  invites: boolean
}

/** Returns the folder, and whether it already existed. */
export async function importClient(
  tx: Tx,
  actor: Actor,
  client: ImportedClient,
  { defaultLeadId, invites }: Settings,
): Promise<{ id: string; isNew: boolean }> {
  // Two imports of the same file wait for each other.
  await takeAdvisoryLock(tx, 'accounts')
  const known = await tx.maybe(typed(IdRow)`
    select f.id from client_folders f join users u on u.id = f.client_id
    where lower(f.name) = lower(${client.name.trim()}) and lower(u.email) = lower(${client.email.trim()}) limit 1`)
  if (known !== null) return { id: known.id, isNew: false }
  const assignedStaffId = client.lead === null ? defaultLeadId : await staffByEmail(tx, client.lead)
  if (assignedStaffId === null) throw invalid('lead', noLead)
  const { name, email, firstName, lastName, phone, services } = client
  const input = {
    name: name.trim(),
    services: services ?? 'Not specified',
    assignedStaffId,
    clientId: null,
    clientEmail: email.trim(),
    serviceRequestId: null,
  }
  const person = { email: email.trim(), firstName, lastName, phone, company: name.trim() }
  const { id } = await createClientFolder(tx, actor, input, { person, invites })
  await tx.run(sql`
    update client_folders set sector = ${client.sector}, head_count = ${client.headCount}, address = ${client.address},
      tax_exempt = ${client.taxExempt}, tax_exemption_number = ${client.taxExemptionNumber}
    where id = ${id}`)
  for (const contact of client.contacts)
    await addFolderContact(tx, actor, id, { ...contact, ...contactRights }, { invites })
  return { id, isNew: true }
}

async function staffByEmail(tx: Tx, email: string): Promise<string> {
  const staff = await tx.maybe(typed(IdRow)`
    select id from users where lower(email) = lower(${email}) and role = 'staff' and is_active`)
  if (staff === null) throw invalid('lead', unknownLead)
  return staff.id
}
