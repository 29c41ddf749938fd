// When a focused control is removed, the browser moves focus to the top of the page. These functions move it to the
// replacement instead.

const controls = 'a[href], button, input, select, textarea, summary'

let leave = () => {}

/**
 * Call when a pressed control will be replaced by its result. Focus moves to the replacement (its heading, or "Try
 * again" after a failure), also if that is replaced in turn, until the user focuses something else.
 */
export function followFocus(pressed: Element): void {
  leave()
  let at = pressed
  const end = new AbortController()
  const watcher = new MutationObserver((records) => {
    if (document.activeElement !== document.body) return
    const gap = records.find(({ removedNodes }) => [...removedNodes].some((removed) => removed.contains(at)))
    if (gap === undefined) return
    at = startOf(replacementFor(gap))
    focusQuietly(at)
  })
  leave = () => {
    watcher.disconnect()
    end.abort()
  }
  watcher.observe(document.body, { childList: true, subtree: true })
  addEventListener('focusin', ({ target }) => target !== at && leave(), { signal: end.signal })
  addEventListener('pointerdown', leave, { signal: end.signal })
}

/**
 * Call when a "load more" control is pressed, and call the result once the items are there. Focus moves to the first
 * new link, or control or row if there is none, unless the user focused something else in the meantime.
 */
export function focusWhatIsNew(list: Element, foot: Element): () => void {
  const known = new Set(list.querySelectorAll(`${controls}, li, tr`))
  return () => {
    if (document.activeElement !== document.body && !foot.contains(document.activeElement)) return
    const newOf = (kind: string) =>
      [...list.querySelectorAll<HTMLElement>(kind)].find((one) => !known.has(one) && !foot.contains(one))
    const first = newOf('a[href]') ?? newOf(controls) ?? newOf('li, tr')
    if (first !== undefined) focusQuietly(first)
  }
}

/** The element at the position of a removed one; its container if there is none. */
function replacementFor({ previousSibling, nextSibling, target }: MutationRecord): Element {
  const around = target instanceof Element && target.isConnected ? target : document.getElementById('main')
  const beside =
    neighbour(previousSibling)?.nextElementSibling ??
    neighbour(nextSibling)?.previousElementSibling ??
    around?.firstElementChild
  return beside ?? around ?? document.body
}

const neighbour = (node: Node | null) =>
  (node instanceof Element || node instanceof Text) && node.isConnected ? node : null

/** Where reading it begins: at its heading if that comes first, at the one thing that can be done where it failed again. */
function startOf(part: Element): Element {
  const again = part.closest('[role=alert]') ?? part.querySelector('[role=alert]')
  const first = again?.querySelector('button') ?? part.querySelector(`h1, h2, h3, ${controls}`)
  return first?.matches('h1, h2, h3, [role=alert] button') === true ? first : part
}

function focusQuietly(element: Element) {
  if (!(element instanceof HTMLElement)) return
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
