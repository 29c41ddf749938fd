// Whether the user was active in this tab recently. Requests of an inactive tab are automatic: they neither extend the
// session nor ask for the password.

const recentMs = 60_000
let usedAt = Date.now()

if (typeof window !== 'undefined')
  for (const act of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
    window.addEventListener(act, () => void (usedAt = Date.now()), { capture: true, passive: true })

export const isUnused = () => Date.now() - usedAt > recentMs
