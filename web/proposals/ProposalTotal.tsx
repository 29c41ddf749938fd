import { Money } from '../kit/Money.tsx'
import { type ProposalTyped, typedTotal } from './typed.ts'

/** What the lines come to as they are typed. */
export function ProposalTotal({ services }: Pick<ProposalTyped, 'services'>) {
  return (
    <>
      Total{' '}
      <output aria-label="Total" className="ml-1 text-panel text-ink">
        <Money cents={typedTotal({ services })} />
      </output>
    </>
  )
}
