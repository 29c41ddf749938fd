import { FileSpreadsheet } from 'lucide-react'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import { buttonStyle } from './button-style.ts'
import { addressOf } from './call.ts'
import { downloadOnceConfirmed } from './confirmed-download.ts'

type ExportButtonProps = {
  /** Returns the list as CSV. */
  endpoint: Endpoint
  /** Of the address. */
  params?: object
  /** Search, filters, and order of the list as shown. */
  query: object
  /** "invoices" */
  what: string
  small?: boolean
}

/** Downloads the whole list as CSV, with its filters and order. */
export function ExportButton({ endpoint, params, query, what, small = false }: ExportButtonProps) {
  return (
    <a
      href={addressOf(endpoint, { params, query } as Parameters<typeof addressOf>[1])}
      download
      onClick={endpoint.reauthenticate === true ? (event) => void downloadOnceConfirmed(event) : undefined}
      className={buttonStyle('secondary', small ? 'small' : 'regular')}
    >
      <FileSpreadsheet />
      Export CSV<span className="sr-only"> of these {what}</span>
    </a>
  )
}
