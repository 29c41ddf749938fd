import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as api from '../../api/client-imports.ts'
import { importLimitBytes } from '../../domain/client-import.ts'
import type { AppContext } from '../app-context.ts'
import { endpointHooks } from '../endpoint-hooks.ts'
import { sendCsv } from '../kit/csv.ts'
import { recordExport } from '../kit/export.ts'
import { binder, type Bind } from '../kit/serve.ts'
import {
  changeClientImport,
  createClientImport,
  discardClientImport,
  startClientImport,
  stopClientImport,
} from './actions.ts'
import { clientImportFor, importedCells, listClientImportRows, listClientImports } from './queries.ts'

export function clientImportRoutes(on: Bind) {
  on.read(api.listClientImports, ({ db, query }) => listClientImports(db, query))
  on.read(api.readClientImport, ({ db, params }) => clientImportFor(db, params.id))
  on.read(api.listClientImportRows, ({ db, params, query }) => listClientImportRows(db, params.id, query))
  on.write(api.changeClientImport, ({ tx, params, body, ifMatch }) => changeClientImport(tx, params.id, body, ifMatch))
  on.write(api.startClientImport, ({ tx, actor, params, body }) => startClientImport(tx, actor, params.id, body))
  on.write(api.stopClientImport, ({ tx, params }) => stopClientImport(tx, params.id))
  on.write(api.discardClientImport, ({ tx, params }) => discardClientImport(tx, params.id))
  on.raw(api.exportClientImportRows, async ({ db, origin, params, query, reply }) => {
    const { headers } = await clientImportFor(db, params.id)
    await recordExport(db, origin, 'client-imports', query)
    sendCsv(reply, 'clients-to-correct.csv', [...headers, 'Row', 'Problem'], async function* () {
      for (let cursor: string | undefined; ;) {
        const { items, next } = await importedCells(db, params.id, { ...query, limit: 500, cursor })
        for (const { row, cells, reason } of items)
          yield [...headers.map((_, index) => cells?.[index] ?? null), row, reason]
        if (next === null) return
        cursor = next
      }
    })
  })
}

/** A separate scope, because the request body is a file. */
export const clientImportScope = (context: AppContext) => async (scope: FastifyInstance) => {
  const files = new WeakMap<FastifyRequest, Buffer>()
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: importLimitBytes }, (request, body, done) => {
    files.set(request, body as Buffer)
    done(null)
  })
  binder(scope, context, endpointHooks).act(api.createClientImport, ({ db, origin, actor, query, request }) =>
    createClientImport(db, origin, actor, {
      bytes: files.get(request) ?? Buffer.alloc(0),
      fileName: query.fileName ?? 'clients.csv',
    }),
  )
}
