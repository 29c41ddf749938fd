import { useState } from 'react'
import { sectorLabels, sectors } from '../../domain/audience.ts'
import { classes } from '../kit/classes.ts'
import { controlStyle } from '../kit/Field.tsx'
import { usePhone } from '../kit/media.ts'
import { FilterSelect } from '../kit/SelectField.tsx'
import { choicesOf } from '../kit/SelectField.tsx'
import { countOf, type ReadFor } from './employer.ts'
import { texts } from './words.ts'

/** "46 employees · Private school" */
const employerWords = ({ typedCount, sector }: ReadFor) =>
  [typedCount !== '' && `${typedCount} employees`, sector !== null && sectorLabels[sector]]
    .filter((words) => words !== false)
    .join(' · ')

type EmployerFieldsProps = {
  employer: ReadFor
  /** What the answers are for, shown until one is given. */
  hint?: string | null
}

/** Asked once, in the address from then on: how many people an employer has, and in which sector. */
export function EmployerFields({ employer, hint = texts.employer }: EmployerFieldsProps) {
  const isPhone = usePhone()
  const [opened, setOpened] = useState(false)
  const { typedCount, chosenSector, setCount, setSector } = employer
  const isOdd = typedCount !== '' && countOf(typedCount) === null
  if (isPhone && employer.isKnown && !opened)
    return (
      <p className="flex flex-wrap items-center gap-x-3 text-body text-ink-2">
        {employerWords(employer)}
        <button type="button" className="link finger-high font-semibold" onClick={() => setOpened(true)}>
          Change<span className="sr-only"> number of employees or sector</span>
        </button>
      </p>
    )
  return (
    <fieldset className="flex min-w-0 flex-wrap items-end gap-x-2 gap-y-3 sm:gap-x-3">
      <legend className="sr-only">What applies</legend>
      <label className="min-w-0">
        <span className="mb-1.5 block text-meta font-semibold text-ink">Number of employees</span>
        <input
          type="text"
          inputMode="numeric"
          aria-invalid={isOdd || undefined}
          value={typedCount}
          maxLength={6}
          // What is typed or chosen here first does not close it.
          onFocus={() => setOpened(true)}
          onChange={(event) => setCount(event.target.value.replace(/\D/g, ''))}
          className={classes(controlStyle, 'h-9 min-w-28 tabular max-sm:w-32')}
        />
      </label>
      <div className="min-w-0">
        <span aria-hidden="true" className="mb-1.5 block text-meta font-semibold text-ink">
          Sector
        </span>
        <FilterSelect
          label="Sector"
          all="Any sector"
          choices={choicesOf(sectors, sectorLabels)}
          value={chosenSector}
          onChange={(sector) => {
            setOpened(true)
            setSector(sector)
          }}
        />
      </div>
      {hint !== null && !employer.isKnown && <p className="pb-2 text-meta text-ink-2">{hint}</p>}
    </fieldset>
  )
}
