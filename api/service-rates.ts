import { z } from 'zod'
import { administrators, team } from '../domain/actor.ts'
import {
  ServiceRateChange,
  ServiceRateHistoryEntry,
  ServiceRateInput,
  ServiceRateView,
} from '../domain/service-rate.ts'
import { ServiceKey } from '../domain/service-catalog.ts'
import { change, create, list, raw, read, search } from './kit/endpoint.ts'

const found = {
  ...search,
  status: z.enum(['active', 'inactive']).optional(),
  isActive: z
    .enum(['true', 'false'])
    .transform((word) => word === 'true')
    .optional(),
  serviceType: ServiceKey.optional(),
  order: z.enum(['newest', 'oldest', 'name', 'name-desc', 'hourly', 'hourly-asc']).optional(),
}

export const listServiceRates = list({
  path: '/api/service-rates',
  who: 'signed-in',
  summary:
    'Lists rate cards, newest first unless `order` is given. Amounts are in cents. `status=active` lists those that a new proposal can use.',
  of: ServiceRateView,
  query: found,
})

export const exportServiceRates = raw('GET', {
  path: '/api/service-rates/csv',
  who: team,
  summary: 'Exports the rate cards with their filters as CSV (RFC 4180, UTF-8), in dollars.',
  query: found,
})

export const readServiceRate = read({
  path: '/api/service-rates/:id',
  who: 'signed-in',
  summary: 'Returns one rate card.',
  reply: ServiceRateView,
})

export const readServiceRateHistory = list({
  path: '/api/service-rates/:id/history',
  who: team,
  summary:
    'Lists the price changes of a rate card, newest first, with who made them; `scheduled` is an hourly rate that starts later. Amounts are in cents.',
  of: ServiceRateHistoryEntry,
})

export const createServiceRate = create({
  path: '/api/service-rates',
  who: administrators,
  summary: 'Creates a rate card, active unless `isActive` is false. Amounts are in cents. Administrators only.',
  body: ServiceRateInput,
  reply: ServiceRateView,
})

export const changeServiceRate = change('PUT', {
  path: '/api/service-rates/:id',
  who: 'signed-in',
  summary:
    'Updates a rate card. `projectRate`, `monthlyRate`, and `isActive` do not change if omitted. A different hourly rate applies from `hourlyRateFrom` on: today unless given, never earlier (400). Existing proposals do not change. Administrators only.',
  body: ServiceRateChange,
  reply: ServiceRateView,
})
