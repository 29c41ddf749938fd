import { listStaffCovers } from '../../api/staff-covers.ts'
import { pagesOf } from '../kit/pages-of.ts'

/** The covers of a person, on either side. */
export const coversOf = (userId: string) => pagesOf(['staff-covers'], listStaffCovers, { query: { limit: 10, userId } })
