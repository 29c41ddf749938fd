import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { listServiceRates as endpoint, readServiceRateHistory } from '../../api/service-rates.ts'
import type { Actor } from '../../domain/actor.ts'
import { type AppliedRate, rateThatApplies } from '../../domain/client-price.ts'
import { notFound } from '../../domain/errors.ts'
import {
  allowedActions,
  ServiceRate,
  ServiceRateHistoryEntry,
  type ServiceRateView,
} from '../../domain/service-rate.ts'
import type { ServiceLine } from '../../domain/service-line.ts'
import { assertInCatalog } from '../../domain/service-catalog.ts'
import { officeDate } from '../../domain/time.ts'
import { currentServices } from '../firm-settings/queries.ts'
import type { Reader } from '../kit/db.ts'
import { containing, type Order, pageIn, pageOf, type Page, Place, placeIn, reversed, toPage } from '../kit/page.ts'
import { IdRow, typed } from '../kit/row-types.ts'

/** The prices depend on the day. */
export type DatedReader = Reader & { readonly now: Date }

/** The hourly rate of card `r` on a day, in cents. */
export const hourlyRateOn = (day: string): Sql => sql`
  coalesce((select p.hourly_rate from service_rate_prices p
    where p.service_rate_id = r.id and p.effective_from <= ${day}::date order by p.effective_from desc limit 1), r.hourly_rate)`

const columns = (today: string) => sql`
  r.id, r.service_name as "serviceName", r.service_type as "serviceType", r.description, ${hourlyRateOn(today)} as "hourlyRate",
  (select coalesce(jsonb_agg(jsonb_build_object('from', p.effective_from, 'hourlyRate', p.hourly_rate) order by p.effective_from), '[]')
    from service_rate_prices p where p.service_rate_id = r.id and p.effective_from > ${today}::date) as "scheduledRates",
  r.project_rate as "projectRate", r.monthly_rate as "monthlyRate", r.is_active as "isActive", r.version,
  iso(r.created_at) as "createdAt", iso(r.updated_at) as "updatedAt"`

export const viewed = (rate: ServiceRate, actor: Actor): ServiceRateView => ({
  ...rate,
  allowed: allowedActions(rate, actor),
})

const byName: Order = { by: sql`lower(r.service_name)`, type: 'text' }

const ordersOn = (today: string): Record<string, Order | undefined> => {
  const byHourlyRate: Order = { by: sql`coalesce(${hourlyRateOn(today)}, 0)`, type: 'bigint', descending: true }
  return { name: byName, 'name-desc': reversed(byName), hourly: byHourlyRate, 'hourly-asc': reversed(byHourlyRate) }
}

const ListRow = ServiceRate.extend({ place: Place })

/** Everyone who is signed in can read the rate cards. */
export async function listServiceRates(
  reader: DatedReader,
  actor: Actor,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<ServiceRateView>> {
  const { q, status, isActive, serviceType } = query
  if (serviceType !== undefined) assertInCatalog(await currentServices(reader), serviceType, 'serviceType')
  const today = officeDate(reader.now)
  const order = ordersOn(today)[query.order ?? 'newest']
  const rows = await reader.rows(typed(ListRow)`
    select ${columns(today)}, ${placeIn(order)} from service_rates r
    where true
      ${status === undefined ? sql`` : sql`and r.is_active = ${status === 'active'}`}
      ${isActive === undefined ? sql`` : sql`and r.is_active = ${isActive}`}
      ${serviceType ? sql`and r.service_type = ${serviceType}` : sql``}
      ${q ? sql`and (r.service_name || ' ' || r.description) ilike ${containing(q)}` : sql``}
      ${pageIn(order, sql`r.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map((rate) => viewed(rate, actor)), next }
}

export async function serviceRateFor(
  reader: DatedReader,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<ServiceRate> {
  // Locked before reading, so that the prices are those that the previous transaction left.
  if (lock) await reader.maybe(sql`select id from service_rates where id = ${id} for update`)
  const rate = await reader.maybe(
    typed(ServiceRate)`select ${columns(officeDate(reader.now))} from service_rates r where r.id = ${id}`,
  )
  if (rate === null) throw notFound()
  return rate
}

/** From the audit log, which records the prices before and after each change. */
export async function historyOf(
  reader: Reader,
  id: string,
  query: z.output<(typeof readServiceRateHistory)['query']>,
): Promise<Page<ServiceRateHistoryEntry>> {
  const rows = await reader.rows(typed(ServiceRateHistoryEntry)`
    select e.id, iso(e.at) as at, person_name(who.first_name, who.last_name) as "actorName", e.details -> 'before' as before,
      e.details -> 'after' as after, e.details -> 'scheduled' as scheduled
    from audit_entries e left join users who on who.id = e.actor_id
    where e.entity_id = ${id} and e.entity_type = 'service-rates' ${pageOf(sql`e.id`, query)}`)
  return toPage(rows, query)
}

const RateNameRow = z.object({ id: z.string(), name: z.string() })

/** Names by id of the rate cards that may be on a document's lines: the active ones, and those already on it. */
export async function rateNames(
  reader: Reader,
  lines: readonly Pick<ServiceLine, 'serviceRateId'>[],
  before: readonly Pick<ServiceLine, 'serviceRateId'>[],
): Promise<ReadonlyMap<string, string>> {
  const ids = lines.flatMap(({ serviceRateId }) => serviceRateId ?? [])
  if (ids.length === 0) return new Map()
  const known = before.flatMap(({ serviceRateId }) => serviceRateId ?? [])
  const rates = await reader.rows(typed(RateNameRow)`
    select id, service_name as name from service_rates
    where id = any(${ids}::uuid[]) and (is_active or id = any(${known}::uuid[]))`)
  return new Map(rates.map(({ id, name }) => [id, name]))
}

/** What a client pays for card `r` on a day, in cents; null where the card's rate applies. */
const clientRateOn = (clientFolderId: string, day: string): Sql => sql`
  (select p.hourly_rate from client_prices p
    where p.client_folder_id = ${clientFolderId} and p.service_rate_id = r.id and p.effective_from <= ${day}::date
    order by p.effective_from desc limit 1)`

const RatesOnDayRow = z.object({ clientRate: z.int().nullable(), cardRate: z.int().nullable() })

/** The hourly rate of an active card for a client on a day, in cents; null without one. */
export async function hourlyRateFor(
  reader: Reader,
  { serviceRateId, clientFolderId, date }: { serviceRateId: string; clientFolderId: string; date: string },
): Promise<AppliedRate | null> {
  // Locked before reading, so that the prices are those that the previous transaction left.
  const card = await reader.maybe(
    typed(IdRow)`select id from service_rates where id = ${serviceRateId} and is_active for share`,
  )
  if (card === null) return null
  const { clientRate, cardRate } = await reader.one(typed(RatesOnDayRow)`
    select ${clientRateOn(clientFolderId, date)} as "clientRate", ${hourlyRateOn(date)} as "cardRate"
    from service_rates r where r.id = ${serviceRateId}`)
  return rateThatApplies(clientRate, cardRate)
}
