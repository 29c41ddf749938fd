import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { assertNotArchived } from '../../domain/client-folder.ts'
import {
  assertCanChangePrices,
  assertCanDeletePrice,
  type ClientPriceInput,
  type ClientPriceView,
  firstDayOf,
} from '../../domain/client-price.ts'
import { invalid } from '../../domain/errors.ts'
import { officeDate } from '../../domain/time.ts'
import { folderToAddTo } from '../client-folders/queries.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import type { ChangeEvent } from '../kit/record.ts'
import { IdRow, typed } from '../kit/row-types.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { clientPriceFor, viewed } from './queries.ts'

const priceChange = (id: string, clientFolderId: string): ChangeEvent => ({
  type: 'client-prices',
  id,
  clientFolderId,
  teamOnly: true,
})

const ReplacedRow = z.object({ hourlyRate: z.int().nullable() })

export async function createClientPrice(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  input: ClientPriceInput,
): Promise<ClientPriceView> {
  const folder = await folderToAddTo(tx, actor, clientFolderId, 'money')
  assertCanChangePrices(actor)
  assertNotArchived(folder)
  const { serviceRateId, hourlyRate } = input
  const effectiveFrom = firstDayOf(input, officeDate(tx.now))
  // Locked, so that prices of the same card are set one after the other.
  const card = await tx.maybe(typed(IdRow)`
    select id from service_rates where id = ${serviceRateId} and is_active for no key update`)
  if (card === null) throw invalid('serviceRateId', 'Choose an active rate card.')
  const replaced = await tx.maybe(typed(ReplacedRow)`
    select hourly_rate as "hourlyRate" from client_prices
    where client_folder_id = ${folder.id} and service_rate_id = ${serviceRateId} and effective_from = ${effectiveFrom}::date`)
  const { id } = await tx.one(typed(IdRow)`
    insert into client_prices (id, client_folder_id, service_rate_id, effective_from, hourly_rate, created_by_id, created_at, updated_at)
    values (${newId()}, ${folder.id}, ${serviceRateId}, ${effectiveFrom}, ${hourlyRate}, ${actor.id}, ${tx.now}, ${tx.now})
    on conflict (client_folder_id, service_rate_id, effective_from) do update
      set hourly_rate = excluded.hourly_rate, created_by_id = excluded.created_by_id, version = client_prices.version + 1,
        updated_at = excluded.updated_at
    returning id`)
  tx.record(
    {
      action: 'client-price.set',
      id,
      clientFolderId: folder.id,
      details: { serviceRateId, effectiveFrom, hourlyRate, replaced: replaced?.hourlyRate ?? null },
    },
    priceChange(id, folder.id),
  )
  const { price } = await clientPriceFor(tx, actor, id)
  return viewed(price, actor, folder)
}

export async function deleteClientPrice(tx: Tx, actor: Actor, id: string, ifMatch: IfMatch): Promise<ClientPriceView> {
  const { price, folder } = await clientPriceFor(tx, actor, id, { lock: true })
  assertCanChangePrices(actor)
  assertNotArchived(folder)
  assertCanDeletePrice(price, officeDate(tx.now))
  assertVersion(price, ifMatch)
  await tx.run(sql`delete from client_prices where id = ${id}`)
  const { serviceRateId, effectiveFrom, hourlyRate } = price
  tx.record(
    {
      action: 'client-price.deleted',
      id,
      clientFolderId: folder.id,
      details: { serviceRateId, effectiveFrom, hourlyRate },
    },
    priceChange(id, folder.id),
  )
  return { ...price, allowed: [] }
}
