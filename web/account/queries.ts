import { listSessions } from '../../api/sessions.ts'
import { pagesOf } from '../kit/pages-of.ts'

/** Read anew each time: sessions come and go without this one being told. */
export const ownSessions = { ...pagesOf(['sessions'], listSessions, { query: {} }), staleTime: 0 }
