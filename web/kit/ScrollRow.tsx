import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { classes } from './classes.ts'

/** In pixels: what an arrow covers at each edge. */
export const arrowWidth = 28

type ScrollRowProps = {
  ref?: Ref<HTMLDivElement>
  /** What the row is on, which its edges fade into. */
  ground: 'bg-paper' | 'bg-folder' | 'bg-surface'
  className?: string
  children: ReactNode
}

/** A row that scrolls sideways where it does not fit, with an arrow at each edge behind which there is more. */
export function ScrollRow({ ref, ground, className, children }: ScrollRowProps) {
  const row = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [more, setMore] = useState({ left: false, right: false })
  useImperativeHandle(ref, () => row.current as HTMLDivElement)
  useEffect(() => {
    const strip = row.current
    if (!strip || !content.current) return
    const look = () => {
      const left = strip.scrollLeft > 1
      const right = strip.scrollLeft + strip.clientWidth < strip.scrollWidth - 1
      setMore((known) => (known.left === left && known.right === right ? known : { left, right }))
    }
    const sizes = new ResizeObserver(look)
    sizes.observe(strip)
    sizes.observe(content.current)
    strip.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      strip.removeEventListener('scroll', look)
    }
  }, [])
  const onward = (direction: 1 | -1) => row.current?.scrollBy({ left: direction * row.current.clientWidth * 0.6 })
  return (
    <div className="no-print relative">
      <div ref={row} className={classes('relative overflow-x-auto [scrollbar-width:none]', className)}>
        <div ref={content} className="w-max">
          {children}
        </div>
      </div>
      {more.left && <Arrow side="left" ground={ground} onPress={() => onward(-1)} />}
      {more.right && <Arrow side="right" ground={ground} onPress={() => onward(1)} />}
    </div>
  )
}

/** For the mouse only: keyboards move from tab to tab, and touch screens scroll. */
function Arrow({ side, ground, onPress }: { side: 'left' | 'right'; ground: string; onPress: () => void }) {
  const Chevron = side === 'left' ? ChevronLeft : ChevronRight
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      onClick={onPress}
      className={classes(
        'absolute top-0 bottom-0 z-2 grid w-7 min-w-0! place-items-center text-current/80 hover:text-current coarse:pointer-events-none',
        side === 'left' ? '-left-1' : '-right-1',
        ground,
      )}
    >
      <Chevron />
    </button>
  )
}
