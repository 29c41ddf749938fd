import type { ClientFolder } from '../../domain/client-folder.ts'
import type { TaxTerms } from '../../domain/sales-tax.ts'
import { currentSalesTax } from '../firm-settings/queries.ts'
import type { Tx } from '../kit/db.ts'

/** How the client of a folder is charged sales tax today. */
export const taxOf = async (tx: Tx, folder: Pick<ClientFolder, 'taxExempt'>): Promise<TaxTerms> => ({
  ...(await currentSalesTax(tx)),
  isExempt: folder.taxExempt,
})
