import * as api from '../../api/time-entries.ts'
import { sendList } from '../kit/export.ts'
import type { Bind } from '../kit/serve.ts'
import { changeTimeEntry, createTimeEntry, deleteTimeEntry } from './actions.ts'
import { timeColumns } from './csv.ts'
import { listTimeEntries, readTimeEntry, readTimer, timeSummary } from './queries.ts'
import { createTimeInvoice } from './to-invoice.ts'
import { discardTimer, recordTimer, startTimer } from './timer.ts'

export function timeEntryRoutes(on: Bind) {
  on.read(api.listTimeEntries, ({ db, actor, query }) => listTimeEntries(db, actor, query))
  on.raw(api.exportTimeEntries, ({ db, actor, origin, query, reply }) =>
    sendList(
      { db, origin, reply },
      {
        type: 'time-entries',
        query,
        columns: timeColumns,
        page: (page) => listTimeEntries(db, actor, { ...query, ...page }),
      },
    ),
  )
  on.read(api.readTimeSummary, ({ db, actor, query }) => timeSummary(db, actor, query))
  on.read(api.readTimeEntry, ({ db, actor, params }) => readTimeEntry(db, actor, params.id))
  on.write(api.createTimeEntry, ({ tx, actor, body }) => createTimeEntry(tx, actor, body))
  on.write(api.changeTimeEntry, ({ tx, actor, params, body, ifMatch }) =>
    changeTimeEntry(tx, actor, params.id, body, ifMatch),
  )
  on.write(api.deleteTimeEntry, ({ tx, actor, params, ifMatch }) => deleteTimeEntry(tx, actor, params.id, ifMatch))
  on.write(api.createTimeInvoice, ({ tx, actor, body }) => createTimeInvoice(tx, actor, body))
  on.read(api.readTimer, ({ db, actor }) => readTimer(db, actor))
  on.write(api.startTimer, ({ tx, actor, body }) => startTimer(tx, actor, body))
  on.write(api.discardTimer, ({ tx, actor }) => discardTimer(tx, actor))
  on.write(api.recordTimer, ({ tx, actor, body }) => recordTimer(tx, actor, body))
}
