import { listHrForms } from '../../api/hr-forms.ts'
import { listOwnForms } from '../../api/own-forms.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const ownForms = (status: 'active' | 'archived' = 'active') =>
  pagesOf(['own-forms', status], listOwnForms, { query: { limit: 50, status } })

/** The forms that a new one can start from, in one page: `maxOwnForms` and the library are fewer than its limit. */
export const formsToStartFrom = pagesOf(['hr-forms'], listHrForms, { query: { limit: 200 } })
