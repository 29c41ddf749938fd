import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { ScrollRow } from './ScrollRow.tsx'
import { useChosenInView } from './use-chosen-in-view.ts'

export interface Tab {
  value: string
  label: string
  icon?: ReactNode
  count?: number
}

type TabsProps = {
  /** The accessible name of the tab list. */
  label: string
  tabs: readonly Tab[]
  value: string
  onChange: (value: string) => void
  /** `TabPanel`s. */
  children: ReactNode
  className?: string
}

const tabStyle = classes(
  'h-10 bg-mist text-ink-2 hover:bg-mist-2 border-x border-t border-transparent coarse:h-11',
  'data-[state=active]:h-[42px] data-[state=active]:-mb-px data-[state=active]:border-line data-[state=active]:border-t-[3px] coarse:data-[state=active]:h-[46px]',
  'data-[state=active]:border-t-tab data-[state=active]:bg-surface data-[state=active]:text-ink',
)

/** Index tabs. The row scrolls sideways where it does not fit; the page never does. */
export function Tabs({ label, tabs, value, onChange, children, className }: TabsProps) {
  const words = tabs.map((tab) => `${tab.label} ${tab.count ?? ''}`).join()
  // The words too: a count that comes later moves the tabs.
  const row = useChosenInView('[data-state=active]', `${value} ${words}`)
  return (
    <Radix.Root value={value} onValueChange={onChange} className={classes('min-w-0', className)}>
      <ScrollRow ref={row} ground="bg-paper" className="-mx-1 px-1 pt-1">
        <Radix.List aria-label={label} className="flex w-max items-end gap-1 px-3">
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.value}
              value={tab.value}
              className={classes(
                'edge-forced relative z-1 flex shrink-0 items-center gap-2 rounded-t-lg px-3 text-body xl:px-2 min-[1600px]:px-4 font-semibold whitespace-nowrap -outline-offset-2 transition-colors',
                tabStyle,
              )}
            >
              {tab.icon}
              {tab.label}
              {tab.count !== undefined && (
                <span className="tabular font-normal text-current/80">{tab.count.toLocaleString('en-US')}</span>
              )}
            </Radix.Trigger>
          ))}
        </Radix.List>
      </ScrollRow>
      {children}
    </Radix.Root>
  )
}

/** The sheet under the tabs. */
export function TabPanel({ value, className, children }: { value: string; className?: string; children: ReactNode }) {
  return (
    <Radix.Content
      value={value}
      className={classes('rounded-lg border border-line bg-surface shadow-sheet', className)}
    >
      {children}
    </Radix.Content>
  )
}

/** The content of the open tab, for cards that are not in a panel. */
export function OpenTabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Radix.Content value={value} className="border-t border-line pt-4 sm:pt-5">
      {children}
    </Radix.Content>
  )
}
