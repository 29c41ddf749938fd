// The only script that the public page waits for, a few hundred bytes: it loads the rest on the first interaction, or
// shortly after the page is shown, and replays a click that came too early.

declare const LANDING_ENTRY: string

const idleMs = 4000
let started = false
let early: HTMLElement | undefined

function start() {
  if (started) return
  started = true
  void import(/* @vite-ignore */ LANDING_ENTRY)
}

/** A button does nothing before React is there. Other links and the phone's menu work without it. */
function holdBack(event: Event) {
  start()
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('button, [role=button]') : null
  if (button === null) return
  event.preventDefault()
  early ??= button
}

const acts = ['pointerover', 'pointerdown', 'keydown', 'focusin'] as const
for (const act of acts) document.addEventListener(act, start, { once: true, passive: true })
document.addEventListener('click', holdBack)
document.addEventListener(
  'landing:ready',
  () => {
    document.removeEventListener('click', holdBack)
    early?.click()
  },
  { once: true },
)

const asksForReact =
  /[?&](signin|signed-out)\b/.test(location.search) ||
  location.hash === '#request-service' ||
  sessionStorage.getItem('portal-toast') !== null
if (asksForReact) start()
else addEventListener('load', () => setTimeout(start, idleMs), { once: true })
