import { invalid } from '../../domain/errors.ts'
import type { Reader } from '../kit/db.ts'
import { IdRow, typed } from '../kit/row-types.ts'

/** Throws 400 for a line with a rate card that doesn't exist. An inactive one may have been active when the line was written. */
export async function assertRateCards(
  reader: Reader,
  lines: readonly { serviceRateId?: string | undefined }[],
): Promise<void> {
  const ids = [...new Set(lines.flatMap(({ serviceRateId }) => serviceRateId ?? []))]
  if (ids.length === 0) return
  const cards = await reader.rows(typed(IdRow)`select id from service_rates where id = any(${ids}::uuid[])`)
  const known = new Set(cards.map(({ id }) => id))
  const unknown = lines.findIndex(({ serviceRateId }) => serviceRateId !== undefined && !known.has(serviceRateId))
  if (unknown >= 0) throw invalid(`lineItems.${unknown}.serviceRateId`, 'Choose a rate card.')
}
