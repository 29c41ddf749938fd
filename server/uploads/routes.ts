import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as api from '../../api/uploads.ts'
import { partNumber } from '../../domain/upload.ts'
import type { AppContext } from '../app-context.ts'
import { endpointHooks } from '../endpoint-hooks.ts'
import { binder, type Bind } from '../kit/serve.ts'
import { type Outcome, startUpload, storePart, storeUpload } from './actions.ts'
import { filePath, uploadPath } from './addresses.ts'

export function objectRoutes(on: Bind, { files, config }: AppContext) {
  on.write(api.startUpload, async ({ tx, actor }) => {
    const { id, token } = await startUpload(tx, actor, files)
    return {
      uploadURL: `${config.publicUrl}${uploadPath(id)}?token=${token}`,
      objectPath: filePath(id),
    }
  })
}

/** A separate scope that passes bodies through unparsed, whatever their type. */
export const uploadScope = (context: AppContext) => async (scope: FastifyInstance) => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
  const { db, files } = context
  const on = binder(scope, context, endpointHooks)
  on.raw(api.storeUpload, async ({ params, query, origin, request, reply }) =>
    answer(reply, () => storeUpload(db, files, origin, { id: params.id, token: query.token, ...bodyOf(request) })),
  )
  on.raw(api.storeUploadPart, async ({ params, query, origin, request, reply }) =>
    answer(reply, () =>
      storePart(db, files, origin, {
        id: params.id,
        number: partNumber(params.number),
        token: query.token,
        ...bodyOf(request),
      }),
    ),
  )
}

function bodyOf(request: FastifyRequest) {
  const length = request.headers['content-length']
  return { bytes: request.raw, size: length === undefined ? undefined : Number(length) }
}

/** Uppy recognizes an expired address by this sentence in S3's XML. */
async function answer(reply: FastifyReply, store: () => Promise<Outcome>) {
  // The refusal is sent while bytes are still arriving, so the connection is closed with it.
  reply.header('connection', 'close')
  const outcome = await store()
  if (outcome === 'expired')
    return reply
      .code(403)
      .type('application/xml')
      .send('<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>')
  return reply.removeHeader('connection').header('etag', `"${outcome.etag}"`).type('text/plain').send('')
}
