// A saved reply for one folder: with values that its writer may see.
import { z } from 'zod'
import { type Actor, nameOf } from '../../domain/actor.ts'
import { type ClientFolder, maySeeFolder } from '../../domain/client-folder.ts'
import { inDollars } from '../../domain/money.ts'
import { type FilledReply, fillReply } from '../../domain/saved-reply.ts'
import type { FieldValues } from '../../domain/template-fields.ts'
import { longDate } from '../../domain/template-values.ts'
import { folderFor } from '../client-folders/queries.ts'
import type { Config } from '../config.ts'
import type { Reader } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'
import { savedReplyFor } from './queries.ts'

/** Throws 404 for a folder whose messages the actor doesn't see, and for a reply of someone else. */
export async function filledReply(
  reader: Reader,
  actor: Actor,
  { provider }: Pick<Config, 'provider'>,
  { id, replyId }: { id: string; replyId: string },
): Promise<FilledReply> {
  const folder = await folderFor(reader, actor, id, { part: 'messages' })
  const { content } = await savedReplyFor(reader, actor, replyId)
  return fillReply(content, {
    'first name': await firstNameOf(reader, folder),
    company: folder.name,
    firm: provider.name,
    'firm phone': provider.phone,
    'my name': nameOf(actor),
    ...(maySeeFolder(folder, actor, 'money') ? await invoiceValues(reader, folder) : {}),
  })
}

const FirstNameRow = z.object({ firstName: z.string().nullable() })

const firstNameOf = async (reader: Reader, { clientId }: ClientFolder): Promise<string | null> =>
  (await reader.maybe(typed(FirstNameRow)`select first_name as "firstName" from users where id = ${clientId}`))
    ?.firstName ?? null

const OutstandingRow = z.object({ number: z.string(), dueDate: z.string(), balance: z.number() })

/** Of the oldest outstanding invoice; none without one. */
async function invoiceValues(reader: Reader, { id }: ClientFolder): Promise<FieldValues> {
  const invoice = await reader.maybe(typed(OutstandingRow)`
    select i.invoice_number as number, i.due_date as "dueDate", i.total - i.amount_paid as balance from invoices i
    where i.client_folder_id = ${id} and i.status in ('sent', 'overdue') and i.total > i.amount_paid
    order by i.due_date, i.id limit 1`)
  if (invoice === null) return {}
  return {
    'invoice number': invoice.number,
    'invoice due date': longDate(invoice.dueDate),
    'invoice balance': inDollars(invoice.balance),
  }
}
