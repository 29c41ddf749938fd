// Whether someone used this tab just now. Reads in a tab that nobody uses are automatic: they don't keep the session alive, and
// don't ask for the password.

const recentMs = 60_000
let usedAt = Date.now()

if (typeof window !== 'undefined')
  for (const act of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
    window.addEventListener(act, () => void (usedAt = Date.now()), { capture: true, passive: true })

export const isUnused = () => Date.now() - usedAt > recentMs
