// Implements the API of Uppy's companion on the portal's own store. The store's names and keys are not exposed: an
// upload is identified by its id.
import { newId } from '../kit/id.ts'
import * as api from '../../api/uploads-companion.ts'
import { uploadMinutes } from '../../domain/document.ts'
import { forbidden, notFound, DomainError } from '../../domain/errors.ts'
import { partNumber } from '../../domain/upload.ts'
import type { AppContext } from '../app-context.ts'
import type { Bind } from '../kit/serve.ts'
import { completeMultipart, discardUpload, signPart, startMultipart, startUpload } from './actions.ts'
import { filePath, uploadPath } from './addresses.ts'
import { uploadedParts, uploadFor } from './queries.ts'

const bucket = 'uploads'
const expires = uploadMinutes * 60

export function companionRoutes(on: Bind, { files, config }: AppContext) {
  on.act(api.uploadParameters, async ({ db, origin, actor, query, request }) => {
    assertSameOrigin(request.headers['sec-fetch-site'])
    const { id, token } = await db.transaction(origin, (tx) => startUpload(tx, actor, files))
    const url = `${config.publicUrl}${uploadPath(id)}?token=${token}`
    return {
      method: 'PUT' as const,
      url,
      fields: {},
      headers: { 'content-type': query.type || 'application/octet-stream' },
      expires,
    }
  })
  on.act(api.startMultipart, async ({ db, origin, actor }) => {
    const id = newId()
    const name = await files.parts.start(`documents/${id}`)
    try {
      await db.transaction(origin, (tx) => startMultipart(tx, actor, id, name))
    } catch (error) {
      await files.parts.abort(`documents/${id}`, name)
      throw error
    }
    return { uploadId: id, key: id, bucket }
  })
  on.read(api.listParts, async ({ db, actor, params, query }) => {
    const { id } = await uploadFor(db, actor, same(params.id, query.key))
    return (await uploadedParts(db, id)).map(({ number, size, md5 }) => ({
      PartNumber: number,
      Size: size,
      ETag: `"${md5}"`,
    }))
  })
  on.act(api.signPart, async ({ db, origin, actor, params, query, request }) => {
    assertSameOrigin(request.headers['sec-fetch-site'])
    const id = same(params.id, query.key)
    const number = partNumber(params.number)
    const token = await signPart(db, origin, actor, id, number)
    return { url: `${config.publicUrl}${uploadPath(id)}/parts/${number}?token=${token}`, expires }
  })
  on.act(api.completeMultipart, async ({ db, origin, actor, params, query, body }) => {
    const id = same(params.id, query.key)
    await completeMultipart(db, files, origin, actor, id, body)
    return { location: `${config.publicUrl}${filePath(id)}`, key: id, bucket }
  })
  on.act(api.cancelMultipart, async ({ db, origin, actor, params, query }) => {
    await discardUpload(db, files, origin, actor, same(params.id, query.key), { action: 'upload.cancelled' })
    return {}
  })
  on.read(api.temporaryCredentials, async () => {
    throw new DomainError(
      'not-offered',
      'The portal doesn’t share the credentials of its file store. Upload through the portal’s own URLs.',
    )
  })
  on.read(api.remoteFile, async () => {
    throw new DomainError('not-offered', 'The portal doesn’t fetch files from other sites. Upload the file itself.')
  })
}

/** The two names that Uppy repeats must match. */
function same(id: string, key: string): string {
  if (key !== id) throw notFound()
  return id
}

/** Uppy creates addresses with these two GET requests, so requests from other sites are refused. */
function assertSameOrigin(site: string | string[] | undefined) {
  if (site !== undefined && site !== 'same-origin') throw forbidden('This request came from another site.')
}
