import * as api from '../../api/drafts.ts'
import { Id } from '../../domain/text.ts'
import { notFound } from '../../domain/refusal.ts'
import { folderFor } from '../client-folders/queries.ts'
import type { Bind } from '../kit/serve.ts'
import { inPrivate } from '../kit/session.ts'
import { saveDraft } from './actions.ts'
import { draftOf } from './queries.ts'

export function draftRoutes(on: Bind) {
  on.read(api.readDraft, async ({ db, actor, params }) => {
    const { id } = await folderFor(db, actor, idOf(params.folder), { part: 'messages' })
    return draftOf(db, inPrivate(actor), id)
  })
  on.act(api.saveDraft, ({ db, origin, actor, params, body }) =>
    saveDraft(db, origin, actor, idOf(params.folder), body),
  )
}

function idOf(folder: string): string {
  if (!Id.safeParse(folder).success) throw notFound()
  return folder
}
