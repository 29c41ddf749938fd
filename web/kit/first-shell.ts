// The frame in the HTML, which is shown until the app draws its own (shell/FirstShell.tsx).

const element = () => document.getElementById('first-shell')

export const hasFirstShell = () => (element()?.childElementCount ?? 0) > 0

export const removeFirstShell = () => element()?.remove()
