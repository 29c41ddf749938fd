import type { ServiceType } from '../../domain/service-request.ts'
import { classes } from './classes.ts'

/** The services' short names and their colors, the same in every list and chart. */
export const services: Record<ServiceType, { label: string; dot: string; chart: string }> = {
  'hr-operations': { label: 'HR operations', dot: 'bg-chart-1', chart: 'var(--chart-1)' },
  'hr-consulting': { label: 'HR consulting', dot: 'bg-chart-2', chart: 'var(--chart-2)' },
  'talent-acquisition': { label: 'Talent acquisition', dot: 'bg-chart-3', chart: 'var(--chart-3)' },
  'leadership-coaching': { label: 'Leadership', dot: 'bg-chart-5', chart: 'var(--chart-5)' },
}

export function ServiceDots({ of, className }: { of: readonly ServiceType[]; className?: string }) {
  return (
    <ul className={classes('flex flex-wrap gap-x-3 gap-y-1 text-meta text-ink-2', className)} aria-label="Services">
      {of.map((service) => (
        <li key={service} className="flex items-center gap-2">
          <span
            className={classes('edge-forced size-2 shrink-0 rounded-dot', services[service].dot)}
            aria-hidden="true"
          />
          {services[service].label}
        </li>
      ))}
    </ul>
  )
}
