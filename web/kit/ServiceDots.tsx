import { classes } from './classes.ts'

const colors = ['bg-chart-1', 'bg-chart-2', 'bg-chart-3', 'bg-chart-5', 'bg-chart-4']
const firstKeys = ['hr-operations', 'hr-consulting', 'talent-acquisition', 'leadership-coaching']

/** The same in every list, whatever the order of the catalog. */
function colorOf(key: string) {
  const first = firstKeys.indexOf(key)
  if (first >= 0) return colors[first]
  const sum = Array.from(key).reduce((all, sign) => (all * 31 + (sign.codePointAt(0) ?? 0)) % 9973, 7)
  return colors[sum % colors.length]
}

type ServiceDotsProps = { of: readonly { key: string; name: string }[]; className?: string }

export function ServiceDots({ of, className }: ServiceDotsProps) {
  return (
    <ul className={classes('flex flex-wrap gap-x-3 gap-y-1 text-meta text-ink-2', className)} aria-label="Services">
      {of.map(({ key, name }) => (
        <li key={key} className="flex min-w-0 items-center gap-2">
          <span className={classes('edge-forced size-2 shrink-0 rounded-dot', colorOf(key))} aria-hidden="true" />
          <span className="min-w-0 wrap-anywhere">{name}</span>
        </li>
      ))}
    </ul>
  )
}
