import type { FastifyReply, FastifyRequest } from 'fastify'
import * as api from '../../api/signatures.ts'
import type { Actor } from '../../domain/actor.ts'
import { fileKinds } from '../../domain/file-kind.ts'
import { recordOpened } from '../audit-log/opened.ts'
import { documentFor } from '../documents/queries.ts'
import type { Database } from '../kit/db.ts'
import type { AppContext } from '../app-context.ts'
import type { Origin } from '../kit/record.ts'
import { sendFile } from '../file-storage/send-file.ts'
import type { Bind } from '../kit/serve.ts'
import { ifMatchOf } from '../kit/version.ts'
import { declineContract } from '../contracts/actions.ts'
import { declineDocument, signContract, signDocument } from './actions.ts'
import { certificateOf, signedCopyOf } from './signed-pdf.ts'

export function signatureRoutes(on: Bind, context: Pick<AppContext, 'db' | 'files' | 'seal' | 'config'>) {
  const { files } = context
  const circumstances = (request: FastifyRequest) => ({
    userAgent: request.headers['user-agent'] ?? null,
    ifMatch: ifMatchOf(request),
  })

  on.act(api.signDocument, ({ origin, actor, params, body, request }) =>
    signDocument(context, origin, actor, params.id, body, circumstances(request)),
  )
  on.write(api.declineDocument, ({ tx, actor, params, body, ifMatch }) =>
    declineDocument(tx, actor, params.id, body, ifMatch),
  )

  on.act(api.signContract, ({ origin, actor, params, body, request }) =>
    signContract(context, origin, actor, params.id, body, circumstances(request)),
  )
  on.write(api.declineContract, ({ tx, actor, params, body, ifMatch }) =>
    declineContract(tx, actor, params.id, body.reason, ifMatch),
  )

  on.raw(api.readSignedDocument, (given) => send(given, signedCopyOf))
  on.raw(api.readCertificate, (given) => send(given, certificateOf))

  interface SignedFileCall {
    db: Database
    origin: Origin
    actor: Actor
    params: { id: string }
    query: { inline?: string | undefined }
    request: FastifyRequest
    reply: FastifyReply
  }

  async function send(
    { db, origin, actor, params, query, request, reply }: SignedFileCall,
    copyOf: typeof signedCopyOf,
  ) {
    const { document } = await documentFor(db, actor, params.id)
    const { storageKey: key, size, sha256, kind, name } = await copyOf(db, document)
    const file = { key, size, sha256, name, mimeType: fileKinds.pdf.mimeType, inline: query.inline !== undefined }
    await sendFile(files, request, reply, file, (range) =>
      recordOpened(
        db,
        origin,
        {
          action: 'document.copy-opened',
          id: document.id,
          clientFolderId: document.clientFolderId,
          details: { kind, sha256 },
        },
        range,
      ),
    )
  }
}
