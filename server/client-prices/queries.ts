import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import type { listClientPrices as endpoint } from '../../api/client-prices.ts'
import type { Actor } from '../../domain/actor.ts'
import { type ClientFolder, isOpen } from '../../domain/client-folder.ts'
import { allowedForPrice, ClientPrice, type ClientPriceView } from '../../domain/client-price.ts'
import { notFound } from '../../domain/errors.ts'
import { officeDate } from '../../domain/time.ts'
import { folderFor, lockInFolder, visibleFolders } from '../client-folders/queries.ts'
import { type Page, pageOf, toPage } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'
import { type DatedReader, hourlyRateOn } from '../service-rates/queries.ts'

const columns = (today: string): Sql => sql`
  p.id, p.client_folder_id as "clientFolderId", p.service_rate_id as "serviceRateId", r.service_name as "serviceName",
  p.effective_from as "effectiveFrom", p.hourly_rate as "hourlyRate", ${hourlyRateOn(today)} as "cardRate",
  case when p.effective_from > ${today}::date then 'scheduled'
    when exists (select from client_prices later where later.client_folder_id = p.client_folder_id
      and later.service_rate_id = p.service_rate_id and later.effective_from > p.effective_from
      and later.effective_from <= ${today}::date) then 'past'
    else 'current' end as status,
  person_name(creator.first_name, creator.last_name) as "createdByName", p.version, iso(p.created_at) as "createdAt",
  iso(p.updated_at) as "updatedAt"`

const tables = sql`client_prices p join client_folders f on f.id = p.client_folder_id
  join service_rates r on r.id = p.service_rate_id join users creator on creator.id = p.created_by_id`

export const viewed = (price: ClientPrice, actor: Actor, folder: Pick<ClientFolder, 'status'>): ClientPriceView => ({
  ...price,
  allowed: allowedForPrice(price, actor, isOpen(folder)),
})

export async function listClientPrices(
  reader: DatedReader,
  actor: Actor,
  clientFolderId: string,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<ClientPriceView>> {
  const folder = await folderFor(reader, actor, clientFolderId, { part: 'money' })
  const rows = await reader.rows(typed(ClientPrice)`
    select ${columns(officeDate(reader.now))} from ${tables}
    where p.client_folder_id = ${clientFolderId} ${pageOf(sql`p.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map((price) => viewed(price, actor, folder)), next }
}

/** Throws 404 unless the actor may see its folder. */
export async function clientPriceFor(
  reader: DatedReader,
  actor: Actor,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<{ price: ClientPrice; folder: ClientFolder }> {
  const visible = visibleFolders(actor, 'money')
  if (lock) await lockInFolder(reader, sql`client_prices p`, sql`p`, id, visible)
  const price = await reader.maybe(typed(ClientPrice)`
    select ${columns(officeDate(reader.now))} from ${tables} where p.id = ${id} and ${visible}`)
  if (price === null) throw notFound()
  return { price, folder: await folderFor(reader, actor, price.clientFolderId, { part: 'money' }) }
}
