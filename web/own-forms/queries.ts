import { listOwnForms } from '../../api/own-forms.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const ownForms = (status: 'active' | 'archived' = 'active') =>
  pagesOf(['own-forms', status], listOwnForms, { query: { limit: 50, status } })
