import { Money } from '../kit/Money.tsx'
import { type ProposalFormValues, formTotal, formTotalWithOptions } from './form-values.ts'

/** The current total of the lines, without and with the optional ones. */
export function ProposalTotal({ services }: Pick<ProposalFormValues, 'services'>) {
  const hasOptions = services.some(({ isOptional }) => isOptional === true)
  return (
    <>
      Total{' '}
      <output aria-label="Total" className="ml-1 text-panel text-ink">
        <Money cents={formTotal({ services })} />
      </output>
      {hasOptions && (
        <span className="ml-2 text-meta text-ink-2">
          <Money cents={formTotalWithOptions({ services })} /> with optional services
        </span>
      )}
    </>
  )
}
