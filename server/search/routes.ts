import * as api from '../../api/search.ts'
import type { Bind } from '../kit/serve.ts'
import { findAnything } from './queries.ts'

export function searchRoutes(on: Bind) {
  on.read(api.findAnything, ({ db, actor, query }) => findAnything(db, actor, query))
}
