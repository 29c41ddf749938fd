import type { ServiceLine } from '../../domain/service-line.ts'
import { formatQuantity } from '../kit/money.ts'
import { Money } from '../kit/Money.tsx'

type ServiceTableProps = {
  lines: readonly ServiceLine[]
  totalLabel: string
  /** Cents. */
  total: number
}

/** Services as they are printed: hours × rate and totals. On phones the amounts are below the text. */
export function ServiceTable({ lines, totalLabel, total }: ServiceTableProps) {
  return (
    <>
      {lines.length > 0 && <Lines lines={lines} />}
      <p className="flex justify-between gap-4 pt-3 text-panel text-ink">
        {totalLabel}
        <Money cents={total} />
      </p>
    </>
  )
}

function Lines({ lines }: Pick<ServiceTableProps, 'lines'>) {
  const isPriced = lines.some(({ totalCost }) => totalCost !== null)
  const figure = 'py-3 pl-6 text-right align-top whitespace-nowrap text-ink-2 max-sm:hidden'
  return (
    <table className="mt-3 w-full border-y border-line text-body text-ink">
      <thead className="text-meta text-ink-3">
        <tr>
          <th scope="col" className="py-2 text-left font-normal">
            Service
          </th>
          {isPriced && (
            <>
              <th scope="col" className="py-2 pl-6 text-right font-normal max-sm:hidden">
                Hours
              </th>
              <th scope="col" className="py-2 pl-6 text-right font-normal max-sm:hidden">
                Rate
              </th>
              <th scope="col" className="py-2 pl-4 text-right font-normal sm:pl-6">
                Total
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">
        {lines.map(({ customName, description, estimatedHours, hourlyRate, totalCost }, index) => (
          // Lines can have the same text, so the index is the key.
          <tr key={index}>
            <th scope="row" className="py-3 text-left align-top font-normal">
              <span className="block text-panel wrap-anywhere">{customName}</span>
              {description !== null && (
                <span className="mt-0.5 block max-w-[56ch] wrap-anywhere whitespace-pre-line text-ink-2">
                  {description}
                </span>
              )}
              {estimatedHours !== null && hourlyRate !== null && (
                <span className="tabular mt-1 block text-meta text-ink-3 sm:hidden">
                  {formatQuantity(estimatedHours)} h × <Money cents={hourlyRate} />
                </span>
              )}
            </th>
            {isPriced && (
              <>
                <td className={`${figure} tabular`}>
                  {estimatedHours === null ? '–' : formatQuantity(estimatedHours)}
                </td>
                <td className={figure}>{hourlyRate === null ? '–' : <Money cents={hourlyRate} />}</td>
                <td className="py-3 pl-4 text-right align-top font-semibold whitespace-nowrap sm:pl-6">
                  {totalCost === null ? '–' : <Money cents={totalCost} />}
                </td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
