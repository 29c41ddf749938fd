import { type InvoiceDetails, taxTermsOf } from '../../domain/invoice.ts'
import { taxLabel } from '../../domain/sales-tax.ts'
import { formatQuantity } from '../kit/money.ts'
import { Money } from '../kit/Money.tsx'

const head = 'py-2 pl-4 text-right font-normal'
const wide = 'hidden sm:table-cell'
const cell = 'py-2.5 pl-4 text-right align-top'

export type PricedInvoice = Pick<
  InvoiceDetails,
  'lineItems' | 'subtotal' | 'tax' | 'total' | 'amountPaid' | 'balance' | 'status' | 'taxMode' | 'taxRate' | 'taxExempt'
>

/** The lines as they are printed, with totals. On phones the amounts are below the text. */
export function LineTable({ invoice }: { invoice: PricedInvoice }) {
  const { lineItems, subtotal, tax, total, amountPaid, balance, status } = invoice
  const label = taxLabel(taxTermsOf(invoice))
  const sums = [
    { label: 'Subtotal', cents: subtotal },
    ...(label === null ? [] : [{ label, cents: tax }]),
    { label: 'Total', cents: total },
    ...(amountPaid > 0 && status !== 'void'
      ? [
          { label: 'Payments and credits', cents: -amountPaid },
          { label: 'Balance due', cents: balance },
        ]
      : []),
  ]
  return (
    <>
      <table className="w-full text-body text-ink">
        <caption className="sr-only">Lines</caption>
        <thead className="text-meta text-ink-3">
          <tr className="border-b border-line-strong">
            <th scope="col" className="py-2 text-left font-normal">
              Description
            </th>
            <th scope="col" className={`${head} ${wide}`}>
              Quantity
            </th>
            <th scope="col" className={`${head} ${wide}`}>
              Rate
            </th>
            <th scope="col" className={head}>
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {lineItems.map((line, index) => (
            // The lines of an invoice never move under the reader.
            <tr key={index} className="border-b border-line">
              <th scope="row" className="py-2.5 text-left align-top font-normal wrap-anywhere whitespace-pre-wrap">
                {line.description}
                {line.taxed === false && <span className="mt-0.5 block text-meta text-ink-3">No sales tax</span>}
                <span className="mt-0.5 block text-meta text-ink-3 sm:hidden">
                  {formatQuantity(line.quantity)} × <Money cents={line.rate} />
                </span>
              </th>
              <td className={`${cell} ${wide} tabular`}>{formatQuantity(line.quantity)}</td>
              <td className={`${cell} ${wide}`}>
                <Money cents={line.rate} />
              </td>
              <td className={cell}>
                <Money cents={line.total} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl aria-label="Totals" className="ml-auto grid w-full grid-cols-[1fr_auto] pt-3 text-body sm:max-w-80">
        {sums.map(({ label, cents }, index) => {
          const isLast = index === sums.length - 1
          const look = isLast ? 'mt-1 border-t border-line-strong pt-2 text-panel text-ink' : 'py-1 text-ink-2'
          return (
            <div key={label} className="contents">
              <dt className={look}>{label}</dt>
              <dd className={`${look} text-right`}>
                <Money cents={cents} />
              </dd>
            </div>
          )
        })}
      </dl>
    </>
  )
}
