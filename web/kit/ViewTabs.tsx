import { classes } from './classes.ts'
import { formatMoney } from './money.ts'

export interface ViewTab {
  value: string
  label: string
  count?: number
  /** In cents. */
  sum?: number
}

type ViewTabsProps = {
  label: string
  tabs: readonly ViewTab[]
  value: string
  onChange: (value: string) => void
  className?: string
}

/** The views of a list, each with its number of items and their total, where they are known. */
export function ViewTabs({ label, tabs, value, onChange, className = 'mb-4' }: ViewTabsProps) {
  // One sum with cents gives all of them cents.
  const wholeDollars = tabs.every(({ sum = 0 }) => sum % 100 === 0)
  return (
    <fieldset aria-label={label} className={classes('no-print flex min-w-0 gap-2 overflow-x-auto pb-1', className)}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          aria-pressed={tab.value === value}
          onClick={() => onChange(tab.value)}
          className={classes(
            tab.sum === undefined ? 'coarse:min-h-11' : 'min-w-28',
            'shrink-0 rounded-lg border px-3 py-1.5 text-left transition-colors -outline-offset-2',
            tab.value === value ? 'border-tab bg-surface shadow-sheet' : 'border-line bg-mist hover:bg-mist-2',
          )}
        >
          <span className="flex items-baseline justify-between gap-3 text-body font-semibold text-ink">
            {tab.label}
            {tab.count !== undefined && (
              <span className="tabular font-normal text-ink-2">{tab.count.toLocaleString('en-US')}</span>
            )}
          </span>
          {tab.sum !== undefined && (
            <span className="tabular block text-meta text-ink-3">{formatMoney(tab.sum, { wholeDollars })}</span>
          )}
        </button>
      ))}
    </fieldset>
  )
}
