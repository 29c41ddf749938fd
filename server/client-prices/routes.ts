import * as api from '../../api/client-prices.ts'
import type { Bind } from '../kit/serve.ts'
import { createClientPrice, deleteClientPrice } from './actions.ts'
import { clientPriceFor, listClientPrices, viewed } from './queries.ts'

export function clientPriceRoutes(on: Bind) {
  on.read(api.listClientPrices, ({ db, actor, params, query }) => listClientPrices(db, actor, params.id, query))
  on.read(api.readClientPrice, async ({ db, actor, params }) => {
    const { price, folder } = await clientPriceFor(db, actor, params.id)
    return viewed(price, actor, folder)
  })
  on.write(api.createClientPrice, ({ tx, actor, params, body }) => createClientPrice(tx, actor, params.id, body))
  on.write(api.deleteClientPrice, ({ tx, actor, params, ifMatch }) => deleteClientPrice(tx, actor, params.id, ifMatch))
}
