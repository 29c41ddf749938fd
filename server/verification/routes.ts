import type { FastifyInstance } from 'fastify'
import * as api from '../../api/verification.ts'
import { endpointHooks } from '../endpoint-hooks.ts'
import type { AppContext } from '../app-context.ts'
import { disposition } from '../kit/disposition.ts'
import { networkOf } from '../kit/rate-limit.ts'
import { binder } from '../kit/serve.ts'
import { verifyFile } from './actions.ts'
import { received } from './receive.ts'

/** A separate scope that passes bodies through unparsed, whatever their type. */
export const verificationScope = (context: AppContext) => async (scope: FastifyInstance) => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
  const { seal, config } = context
  const on = binder(scope, context, endpointHooks)

  on.act(api.verifyFile, async ({ db, origin, request, reply }) => {
    // The refusal is sent while bytes are still arriving, so the connection is closed with it.
    reply.header('connection', 'close')
    const sender = { network: networkOf(request.ip), userId: origin.actorId }
    return received(request.raw, sender, (bytes) => {
      reply.removeHeader('connection')
      return verifyFile(db, seal, origin, bytes)
    })
  })

  on.raw(api.readSealCertificate, async ({ reply }) => {
    const certificates = await seal.rootCertificates()
    return reply
      .header('content-disposition', disposition('attachment', `${config.provider.name} seal certificate.cer`))
      .type('application/x-pem-file')
      .send(certificates)
  })
}
