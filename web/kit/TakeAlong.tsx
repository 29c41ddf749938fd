import { FileSpreadsheet } from 'lucide-react'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import { buttonStyle } from './button-style.ts'
import { addressOf } from './call.ts'
import { downloadOnceConfirmed } from './confirmed-download.ts'

type TakeAlongProps = {
  /** What answers the list as CSV. */
  endpoint: Endpoint
  /** The list as it is shown: its words, filters and order. */
  query: object
  /** "invoices" */
  what: string
  small?: boolean
}

/** Takes the whole list along for a spreadsheet, as it is filtered. */
export function TakeAlong({ endpoint, query, what, small = false }: TakeAlongProps) {
  return (
    <a
      href={addressOf(endpoint, { query } as Parameters<typeof addressOf>[1])}
      download
      onClick={endpoint.reauthenticate === true ? (event) => void downloadOnceConfirmed(event) : undefined}
      className={buttonStyle('secondary', small ? 'small' : 'regular')}
    >
      <FileSpreadsheet />
      CSV<span className="sr-only"> of these {what}</span>
    </a>
  )
}
