// Light, dark, or what the system says. The choice is stored in this browser; theme-first.ts applies it before the first paint.

const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const key = 'portal-theme'

export function chosenTheme(): Theme {
  const stored = localStorage.getItem(key)
  return themes.find((theme) => theme === stored) ?? 'system'
}

export function chooseTheme(theme: Theme) {
  if (theme === 'system') localStorage.removeItem(key)
  else localStorage.setItem(key, theme)
  applyTheme()
}

/** Without transitions, which would show each element in other colors for a moment. */
function applyTheme() {
  const chosen = chosenTheme()
  const dark = chosen === 'dark' || (chosen === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  const theme = dark ? 'dark' : 'light'
  // Before the first paint there is no body yet.
  const root = document.documentElement
  const { dataset } = root
  if (dataset.theme === theme) return
  dataset.themeChanges = ''
  dataset.theme = theme
  // Reading a style makes the browser compute the new colors while transitions are off.
  void getComputedStyle(root).color
  delete dataset.themeChanges
}

/** Applies changes of the system theme, and choices made in another tab. */
export function followTheme() {
  applyTheme()
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme)
  addEventListener('storage', (event) => {
    if (event.key === key) applyTheme()
  })
}
