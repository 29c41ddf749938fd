import { Money } from '../kit/Money.tsx'
import { type ProposalFormValues, formTotal } from './form-values.ts'

/** The current total of the lines. */
export function ProposalTotal({ services }: Pick<ProposalFormValues, 'services'>) {
  return (
    <>
      Total{' '}
      <output aria-label="Total" className="ml-1 text-panel text-ink">
        <Money cents={formTotal({ services })} />
      </output>
    </>
  )
}
