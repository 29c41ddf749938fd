import { administrators, team } from '../domain/actor.ts'
import { ClientPriceInput, ClientPriceView } from '../domain/client-price.ts'
import { change, create, list, read } from './kit/endpoint.ts'

export const listClientPrices = list({
  path: '/api/client-folders/:id/client-prices',
  who: team,
  summary:
    'Lists the hourly rates that a client pays instead of those on the rate cards, newest first, including past and scheduled ones. Amounts are in cents.',
  of: ClientPriceView,
})

export const readClientPrice = read({
  path: '/api/client-prices/:id',
  who: team,
  summary: 'Returns one client price.',
  reply: ClientPriceView,
})

export const createClientPrice = create({
  path: '/api/client-folders/:id/client-prices',
  who: administrators,
  summary:
    'Sets the hourly rate that a client pays for a rate card’s service, in cents, starting on `effectiveFrom` (default today; an earlier date is an error, 400). Null ends the client price, so that the rate card applies again. Replaces a price with the same start date. Recorded time does not change. Administrators only.',
  body: ClientPriceInput,
  reply: ClientPriceView,
})

export const deleteClientPrice = change('DELETE', {
  path: '/api/client-prices/:id',
  who: team,
  summary: 'Deletes a client price that has not started and returns it. 409 once it has started. Administrators only.',
  reply: ClientPriceView,
})
