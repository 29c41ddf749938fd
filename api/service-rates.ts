import { z } from 'zod'
import { administrators, team } from '../domain/actor.ts'
import { ServiceRateHistoryEntry, ServiceRateInput, ServiceRateView } from '../domain/service-rate.ts'
import { ServiceType } from '../domain/service-request.ts'
import { change, create, list, raw, read, search } from './kit/endpoint.ts'

const found = {
  ...search,
  status: z.enum(['active', 'inactive']).optional(),
  isActive: z
    .enum(['true', 'false'])
    .transform((word) => word === 'true')
    .optional(),
  serviceType: ServiceType.optional(),
}

export const listServiceRates = list({
  path: '/api/service-rates',
  who: 'signed-in',
  summary: 'The rate cards, newest first; amounts in cents. `status=active` are those that a new proposal may use.',
  of: ServiceRateView,
  query: found,
})

export const exportServiceRates = raw('GET', {
  path: '/api/service-rates/csv',
  who: team,
  summary: 'The rate cards with their filters as CSV (RFC 4180, UTF-8); amounts in dollars.',
  query: found,
})

export const readServiceRate = read({
  path: '/api/service-rates/:id',
  who: 'signed-in',
  summary: 'One rate card.',
  reply: ServiceRateView,
})

export const readServiceRateHistory = list({
  path: '/api/service-rates/:id/history',
  who: team,
  summary: 'Who changed what price when, latest first; amounts in cents.',
  of: ServiceRateHistoryEntry,
})

export const createServiceRate = create({
  path: '/api/service-rates',
  who: administrators,
  summary: 'An administrator adds a rate card; active unless `isActive` is false. Amounts in cents.',
  body: ServiceRateInput,
  reply: ServiceRateView,
})

export const changeServiceRate = change('PUT', {
  path: '/api/service-rates/:id',
  who: 'signed-in',
  summary:
    'An administrator changes a rate card. `projectRate`, `monthlyRate` and `isActive` stay as they are when left out. Proposals keep the price they were made with.',
  body: ServiceRateInput,
  reply: ServiceRateView,
})
