import type { ProposalLine } from '../../domain/proposal-options.ts'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { classes } from '../kit/classes.ts'
import { formatQuantity } from '../kit/money.ts'
import { Money } from '../kit/Money.tsx'
import type { OptionChoice } from './option-choice.ts'

const head = 'py-2 pl-4 text-right font-normal'
const cell = 'tabular py-2.5 pl-4 text-right align-baseline'

type ServiceTableProps = {
  services: readonly ProposalLine[]
  /** Null before the approval. */
  chosenOptionIds?: readonly string[] | null
  /** The client's choice of optional services, while the proposal can be approved. */
  choice?: OptionChoice | null
}

/** Services with hours × rate = total, as in the PDF. On phones the amounts are below the text. */
export function ServiceTable({ services, chosenOptionIds = null, choice = null }: ServiceTableProps) {
  const isPriced = services.some(({ totalCost }) => totalCost !== null)
  return (
    <table className="w-full text-body text-ink">
      <caption className="sr-only">Services</caption>
      <thead className="text-meta text-ink-3">
        <tr className="border-b border-line-strong">
          <th scope="col" className="py-2 text-left font-normal">
            Service
          </th>
          {isPriced && (
            <>
              <th scope="col" className={`${head} hidden sm:table-cell`}>
                Hours
              </th>
              <th scope="col" className={`${head} hidden sm:table-cell`}>
                Rate
              </th>
              <th scope="col" className={head}>
                Total
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {services.map(({ customName, description, estimatedHours, hourlyRate, totalCost, optionId }, index) => (
          // Lines can have the same text, so the index is the key.
          <tr
            key={index}
            className={classes('border-b border-line', isLeftOut(optionId, chosenOptionIds) && 'text-ink-3')}
          >
            <th scope="row" className="py-2.5 text-left align-baseline font-semibold wrap-anywhere">
              {optionId !== undefined && choice !== null ? (
                <CheckboxField
                  label={`${customName} (optional)`}
                  checked={choice.chosenOptionIds.includes(optionId)}
                  onChange={({ target }) => choice.change(optionId, target.checked)}
                />
              ) : (
                customName
              )}
              {optionId !== undefined && choice === null && (
                <span className="ml-2 text-meta font-normal text-ink-3">{optionWords(optionId, chosenOptionIds)}</span>
              )}
              {description !== null && (
                <span className="mt-0.5 block max-w-[56ch] font-normal whitespace-pre-wrap text-ink-2">
                  {description}
                </span>
              )}
              {estimatedHours !== null && hourlyRate !== null && (
                <span className="tabular mt-0.5 block text-meta font-normal text-ink-3 sm:hidden">
                  {formatQuantity(estimatedHours)} × <Money cents={hourlyRate} />
                </span>
              )}
            </th>
            {isPriced && (
              <>
                <td className={`${cell} hidden sm:table-cell`}>
                  {estimatedHours === null ? '–' : formatQuantity(estimatedHours)}
                </td>
                <td className={`${cell} hidden sm:table-cell`}>
                  {hourlyRate === null ? '–' : <Money cents={hourlyRate} />}
                </td>
                <td className={cell}>{totalCost === null ? '–' : <Money cents={totalCost} />}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const isLeftOut = (optionId: string | undefined, chosenOptionIds: readonly string[] | null) =>
  optionId !== undefined && chosenOptionIds !== null && !chosenOptionIds.includes(optionId)

function optionWords(optionId: string, chosenOptionIds: readonly string[] | null): string {
  if (chosenOptionIds === null) return 'Optional'
  return isLeftOut(optionId, chosenOptionIds) ? 'Optional, not chosen' : 'Optional, chosen'
}
