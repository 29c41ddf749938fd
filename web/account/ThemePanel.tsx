import { Panel } from '../kit/Panel.tsx'
import type { Theme } from '../kit/theme.ts'
import { useTheme } from '../kit/use-theme.ts'

const choices: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'Use system setting' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

export function ThemePanel() {
  const [theme, setTheme] = useTheme()
  return (
    <Panel title="Appearance" note="Saved on this device only.">
      <fieldset className="grid gap-1">
        <legend className="sr-only">Appearance</legend>
        {choices.map(({ value, label }) => (
          <label key={value} className="flex min-h-6 items-center gap-2.5 text-body text-ink coarse:min-h-11">
            <input
              type="radio"
              name="theme"
              value={value}
              checked={theme === value}
              onChange={() => setTheme(value)}
              className="size-4 shrink-0 accent-primary"
            />
            {label}
          </label>
        ))}
      </fieldset>
    </Panel>
  )
}
