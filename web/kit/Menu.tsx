import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

const itemStyle =
  'flex min-h-8 cursor-default items-center gap-2.5 rounded-md px-2.5 py-1.5 text-body text-ink outline-none select-none data-highlighted:bg-mist-2 data-disabled:opacity-55 coarse:min-h-11'

type MenuProps = {
  /** The button that opens it (one element, which takes a ref). */
  trigger: ReactNode
  align?: 'start' | 'end'
  side?: 'bottom' | 'top'
  /** Names the menu where the trigger's own name does not say it. */
  label?: string
  children: ReactNode
}

export function Menu({ trigger, align = 'end', side = 'bottom', label, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          className="z-50 max-h-[var(--radix-dropdown-menu-content-available-height)] min-w-48 overflow-y-auto rounded-lg border border-line bg-surface p-1.5 shadow-lift data-[state=closed]:animate-sink data-[state=open]:animate-rise"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

type ItemProps = {
  icon?: ReactNode
  /** The keyboard shortcut, shown in the item. */
  keys?: string
  danger?: boolean
  disabled?: boolean
  /** Why it can't be selected. It can still be focused, so that the reason is read aloud. */
  whyNot?: string
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon, keys, danger, disabled, whyNot, onSelect, children }: ItemProps) {
  const able = whyNot === undefined
  return (
    <DropdownMenu.Item
      {...{ disabled, onSelect: able ? onSelect : (event: Event) => event.preventDefault() }}
      {...(able ? {} : { 'aria-disabled': true })}
      className={classes(itemStyle, danger === true && able && 'text-danger')}
    >
      {icon !== undefined && <span className="text-ink-3">{icon}</span>}
      <span className="min-w-0 flex-1">
        {able ? children : <span className="text-ink-3">{children}</span>}
        {!able && <span className="mt-0.5 block max-w-64 text-micro text-ink-2">{whyNot}</span>}
      </span>
      {keys !== undefined && <kbd className="font-sans text-micro text-ink-3">{keys}</kbd>}
    </DropdownMenu.Item>
  )
}

/** An item that leads to another address: `<MenuLink><Link to="…">…</Link></MenuLink>`. */
export function MenuLink({ children }: { children: ReactNode }) {
  return (
    <DropdownMenu.Item asChild className={itemStyle}>
      {children}
    </DropdownMenu.Item>
  )
}

type CheckboxProps = { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode }

/** Stays open while several are switched. */
export function MenuCheckbox({ checked, onChange, children }: CheckboxProps) {
  return (
    <DropdownMenu.CheckboxItem
      checked={checked}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
      className={itemStyle}
    >
      <span className="flex-1">{children}</span>
      <DropdownMenu.ItemIndicator>
        <Check />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.CheckboxItem>
  )
}

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <DropdownMenu.Label className="px-2.5 py-1 text-micro text-ink-3">{children}</DropdownMenu.Label>
)

export function MenuSeparator() {
  return <DropdownMenu.Separator className="-mx-1.5 my-1.5 h-px bg-line" />
}

type ChoiceProps<V extends string> = {
  label: string
  value: V
  choices: readonly { value: V; label: string }[]
  onChange: (value: V) => void
}

/** One of a few, marked by a tick. */
export function MenuChoices<V extends string>({ label, value, choices, onChange }: ChoiceProps<V>) {
  return (
    <DropdownMenu.RadioGroup
      value={value}
      onValueChange={(next) => {
        const chosen = choices.find((choice) => choice.value === next)
        if (chosen) onChange(chosen.value)
      }}
    >
      <DropdownMenu.Label className="px-2.5 py-1 text-micro text-ink-3">{label}</DropdownMenu.Label>
      {choices.map((choice) => (
        <DropdownMenu.RadioItem key={choice.value} value={choice.value} className={itemStyle}>
          <span className="flex-1">{choice.label}</span>
          <DropdownMenu.ItemIndicator>
            <Check />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  )
}
