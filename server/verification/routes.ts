import type { FastifyInstance } from 'fastify'
import * as api from '../../api/verification.ts'
import { house } from '../house.ts'
import type { Parts } from '../app-context.ts'
import { disposition } from '../kit/disposition.ts'
import { binder } from '../kit/serve.ts'
import { verifyFile } from './actions.ts'
import { received } from './receive.ts'

/** A scope of its own, where bodies are passed on as they come, whatever their type says. */
export const verificationScope = (parts: Parts) => async (scope: FastifyInstance) => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
  const { seal, config } = parts
  const on = binder(scope, parts, house)

  on.act(api.verifyFile, async ({ db, origin, request, reply }) => {
    // A refusal comes while bytes are still on their way: the connection ends with it.
    reply.header('connection', 'close')
    return received(request.raw, (bytes) => {
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
