import * as api from '../../api/drafts.ts'
import { Id } from '../../domain/text.ts'
import { notFound } from '../../domain/errors.ts'
import { folderFor } from '../client-folders/queries.ts'
import type { AppContext } from '../app-context.ts'
import type { Bind } from '../kit/serve.ts'
import { inPrivate } from '../kit/session.ts'
import { saveDraft } from './actions.ts'
import { draftOf } from './queries.ts'

export function draftRoutes(on: Bind, { db, dataKeys }: Pick<AppContext, 'db' | 'dataKeys'>) {
  on.read(api.readDraft, async ({ actor, params }) => {
    const { id } = await folderFor(db, actor, idOf(params.folder), { part: 'messages' })
    return draftOf(db, dataKeys, inPrivate(actor), id)
  })
  on.act(api.saveDraft, ({ origin, actor, params, body }) =>
    saveDraft({ db, dataKeys }, origin, actor, idOf(params.folder), body),
  )
}

function idOf(folder: string): string {
  if (!Id.safeParse(folder).success) throw notFound()
  return folder
}
