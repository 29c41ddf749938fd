import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { classes } from './classes.ts'

const tabStops = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex]'

interface ScrollAreaProps {
  /** What a screen reader calls the area when the keyboard stops at it. */
  label: string
  className: string
  contentClassName?: string
  children: ReactNode
}

/** Scrolls its content. Without a link or field in it, the area itself is a tab stop, so that the keyboard can scroll it. */
export function ScrollArea({ label, className, contentClassName, children }: ScrollAreaProps) {
  const area = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [isTabStop, setTabStop] = useState(false)
  useLayoutEffect(() => {
    const [outer, inner] = [area.current, content.current]
    if (outer === null || inner === null) return
    const update = () => setTabStop(outer.scrollHeight > outer.clientHeight && inner.querySelector(tabStops) === null)
    update()
    const sizes = new ResizeObserver(update)
    sizes.observe(outer)
    sizes.observe(inner)
    // A button may come, go, or be disabled without a change of size.
    const changes = new MutationObserver(update)
    changes.observe(inner, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    return () => {
      sizes.disconnect()
      changes.disconnect()
    }
  }, [])
  return (
    <div
      ref={area}
      {...(isTabStop ? { tabIndex: 0, role: 'group', 'aria-label': label } : {})}
      className={classes('min-h-0 flex-1 overflow-y-auto -outline-offset-2', className)}
    >
      <div ref={content} className={contentClassName}>
        {children}
      </div>
    </div>
  )
}
