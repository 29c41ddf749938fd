import { useWatch } from 'react-hook-form'
import { Money } from '../kit/Money.tsx'
import type { ReportFormState } from './form-values.ts'
import { formTotal } from './form-values.ts'
import { budgetWords } from './words.ts'

/** The current total of the services, compared with the budget. */
export function ReportTotal({ form: { control } }: { form: ReportFormState }) {
  const [recommendedServices, budget] = useWatch({ control, name: ['recommendedServices', 'budget'] })
  const total = formTotal({ recommendedServices })
  return (
    <>
      Total{' '}
      <output aria-label="Total" className="ml-1 text-panel text-ink">
        <Money cents={total} />
      </output>
      <span className="block text-meta text-ink-3">{budgetWords(total, budget ?? null)}</span>
    </>
  )
}
