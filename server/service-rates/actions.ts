import sql from 'sql-template-tag'
import { newId } from '../kit/id.ts'
import { type Actor, roles } from '../../domain/actor.ts'
import {
  factsOf,
  rateAfter,
  resolveRateChange,
  type ServiceRate,
  type ServiceRateChange,
  type ServiceRateInput,
  type ServiceRateView,
  assertCanChangeRates,
} from '../../domain/service-rate.ts'
import { assertOffered } from '../../domain/service-catalog.ts'
import { officeDate } from '../../domain/time.ts'
import { currentServices } from '../firm-settings/queries.ts'
import type { Tx } from '../kit/db.ts'
import type { ChangeEvent } from '../kit/record.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { serviceRateFor, viewed } from './queries.ts'

const rateChange = (id: string): ChangeEvent => ({ type: 'service-rates', id, roles })

export async function createServiceRate(tx: Tx, actor: Actor, input: ServiceRateInput): Promise<ServiceRateView> {
  assertCanChangeRates(actor)
  assertOffered(await currentServices(tx), input.serviceType, 'serviceType')
  const id = newId()
  const after = rateAfter({ hourlyRate: null, projectRate: null, monthlyRate: null, isActive: true }, input)
  await tx.run(sql`
    insert into service_rates (id, service_name, service_type, description, hourly_rate, project_rate, monthly_rate, is_active,
      created_at, updated_at)
    values (${id}, ${input.serviceName}, ${input.serviceType}, ${input.description}, ${after.hourlyRate}, ${after.projectRate},
      ${after.monthlyRate}, ${after.isActive}, ${tx.now}, ${tx.now})`)
  tx.record({ action: 'service-rate.created', id, details: { before: null, after } }, rateChange(id))
  return viewed(await serviceRateFor(tx, id), actor)
}

export async function changeServiceRate(
  tx: Tx,
  actor: Actor,
  id: string,
  input: ServiceRateChange,
  ifMatch: IfMatch,
): Promise<ServiceRateView> {
  const rate = await serviceRateFor(tx, id, { lock: true })
  assertCanChangeRates(actor)
  assertVersion(rate, ifMatch)
  assertOffered(await currentServices(tx), input.serviceType, 'serviceType', rate.serviceType)
  const today = officeDate(tx.now)
  const toSet = resolveRateChange(rate, input, today)
  const scheduled = toSet !== null && toSet.from > today ? toSet : null
  const appliesToday = scheduled === null ? (toSet?.hourlyRate ?? rate.hourlyRate) : rate.hourlyRate
  const after = { ...rateAfter(rate, input), hourlyRate: appliesToday }
  if (toSet !== null)
    await tx.run(sql`
      insert into service_rate_prices (service_rate_id, effective_from, hourly_rate) values (${id}, ${toSet.from}, ${toSet.hourlyRate})
      on conflict (service_rate_id, effective_from) do update set hourly_rate = excluded.hourly_rate`)
  await tx.run(sql`
    update service_rates set service_name = ${input.serviceName}, service_type = ${input.serviceType},
      description = ${input.description}, project_rate = ${after.projectRate},
      monthly_rate = ${after.monthlyRate}, is_active = ${after.isActive}, version = version + 1, updated_at = ${tx.now}
    where id = ${id}`)
  const details = { fields: changed(rate, { ...rate, ...input, ...after }), before: factsOf(rate), after, scheduled }
  tx.record({ action: 'service-rate.changed', id, details }, rateChange(id))
  return viewed(await serviceRateFor(tx, id), actor)
}

const changed = (before: ServiceRate, after: ServiceRate) =>
  (Object.keys(before) as (keyof ServiceRate)[]).filter((key) => before[key] !== after[key])
