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
import { folderFor } from '../client-folders/queries.ts'
import { contractFor } from '../contracts/queries.ts'
import { declineDocument, signContract, signDocument } from './actions.ts'
import { changeContractSigners, changeDocumentSigners, delegateContract, delegateDocument } from './signer-actions.ts'
import { choosableSigners } from './signer-queries.ts'
import { certificateOf, certificateOfContract, type Copy, signedCopyOf } from './signed-pdf.ts'

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

  on.write(api.changeContractSigners, ({ tx, actor, params, body, ifMatch }) =>
    changeContractSigners(tx, actor, params.id, body, ifMatch),
  )
  on.write(api.changeDocumentSigners, ({ tx, actor, params, body, ifMatch }) =>
    changeDocumentSigners(tx, actor, params.id, body, ifMatch),
  )
  on.write(api.delegateContract, ({ tx, actor, params, body, ifMatch }) =>
    delegateContract(tx, actor, params.id, body, ifMatch),
  )
  on.write(api.delegateDocument, ({ tx, actor, params, body, ifMatch }) =>
    delegateDocument(tx, actor, params.id, body, ifMatch),
  )
  on.read(api.readPossibleSigners, async ({ db, actor, params, query }) => {
    const part = query.for === 'contracts' ? 'money' : 'documents'
    return choosableSigners(db, actor, await folderFor(db, actor, params.id, { part }), query.for)
  })

  on.raw(api.readContractCertificate, async (given) => {
    const { contract } = await contractFor(given.db, given.actor, given.params.id)
    const copy = await certificateOfContract(given.db, contract)
    await sendCopy(given, copy, (details) => ({
      action: 'contract.copy-opened' as const,
      id: contract.id,
      clientFolderId: contract.clientFolderId,
      details,
    }))
  })
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

  async function send(given: SignedFileCall, copyOf: typeof signedCopyOf) {
    const { document } = await documentFor(given.db, given.actor, given.params.id)
    await sendCopy(given, await copyOf(given.db, document), (details) => ({
      action: 'document.copy-opened' as const,
      id: document.id,
      clientFolderId: document.clientFolderId,
      details,
    }))
  }

  async function sendCopy(
    { db, origin, query, request, reply }: SignedFileCall,
    { storageKey: key, size, sha256, kind, name }: Copy,
    entryOf: (details: { kind: string; sha256: string }) => Parameters<typeof recordOpened>[2],
  ) {
    const file = { key, size, sha256, name, mimeType: fileKinds.pdf.mimeType, inline: query.inline !== undefined }
    await sendFile(files, request, reply, file, (range) => recordOpened(db, origin, entryOf({ kind, sha256 }), range))
  }
}
