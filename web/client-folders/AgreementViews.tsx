import { useQuery } from '@tanstack/react-query'
import { type AgreementFigure, totalsOf } from '../../domain/agreement-figures.ts'
import type { Choice } from '../kit/SelectField.tsx'
import { ViewTabs } from '../kit/ViewTabs.tsx'
import { agreementFigures } from './agreement-figures.ts'

type AgreementViewsProps = {
  noun: 'proposals' | 'contracts' | 'invoices'
  /** Of all folders if empty. */
  folderId: string
  statuses: readonly Choice[]
  value: string
  onChange: (status: string) => void
  className?: string
}

/** A view for each status that there is any of, with its count and sum. */
export function AgreementViews({ noun, folderId, statuses, value, onChange, className }: AgreementViewsProps) {
  const { data } = useQuery(agreementFigures(folderId))
  const found: readonly AgreementFigure[] = data?.[noun] ?? []
  // Reserve its height while it loads, so that the list below does not move.
  if (data !== undefined && found.length === 0) return null
  const tabs = statuses.flatMap(({ value: status, label }) => {
    const its = found.find((each) => each.status === status)
    return its === undefined ? [] : [{ value: status, label, ...its }]
  })
  return (
    <ViewTabs
      label={`Views of ${noun}`}
      tabs={[{ value: '', label: 'All', ...totalsOf(found) }, ...tabs]}
      value={value}
      onChange={onChange}
      {...(className === undefined ? {} : { className })}
    />
  )
}
