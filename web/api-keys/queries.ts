import { listApiKeys } from '../../api/api-keys.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const apiKeys = pagesOf(['api-keys'], listApiKeys, { query: { limit: 50 } })
