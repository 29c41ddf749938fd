import * as api from '../../api/search.ts'
import type { AppContext } from '../app-context.ts'
import type { Bind } from '../kit/serve.ts'
import { findAnything } from './queries.ts'

export function searchRoutes(on: Bind, { dataKeys }: AppContext) {
  on.read(api.findAnything, ({ db, actor, query }) => findAnything(db, dataKeys, actor, query))
}
