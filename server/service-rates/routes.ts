import { assertInCatalog } from '../../domain/service-catalog.ts'
import * as api from '../../api/service-rates.ts'
import type { Bind } from '../kit/serve.ts'
import { currentServices } from '../firm-settings/queries.ts'
import { sendList } from '../kit/export.ts'
import { rateColumns } from './csv.ts'
import { changeServiceRate, createServiceRate } from './actions.ts'
import { historyOf, listServiceRates, serviceRateFor, viewed } from './queries.ts'

export function serviceRateRoutes(on: Bind) {
  on.read(api.listServiceRates, ({ db, actor, query }) => listServiceRates(db, actor, query))
  on.raw(api.exportServiceRates, async ({ db, actor, origin, query, reply }) => {
    const services = await currentServices(db)
    // Before the reply starts; the list would be refused while it is sent.
    if (query.serviceType !== undefined) assertInCatalog(services, query.serviceType, 'serviceType')
    await sendList(
      { db, origin, reply },
      {
        type: 'service-rates',
        query,
        columns: rateColumns(services),
        page: (page) => listServiceRates(db, actor, { ...query, ...page }),
      },
    )
  })
  on.read(api.readServiceRate, async ({ db, actor, params }) => viewed(await serviceRateFor(db, params.id), actor))
  on.read(api.readServiceRateHistory, async ({ db, params, query }) => {
    const { id } = await serviceRateFor(db, params.id)
    return historyOf(db, id, query)
  })
  on.write(api.createServiceRate, ({ tx, actor, body }) => createServiceRate(tx, actor, body))
  on.write(api.changeServiceRate, ({ tx, actor, params, body, ifMatch }) =>
    changeServiceRate(tx, actor, params.id, body, ifMatch),
  )
}
