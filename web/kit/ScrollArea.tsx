import { ScrollArea as Radix } from 'radix-ui'
import type { ReactNode, Ref } from 'react'
import { classes } from './classes.ts'

type ScrollAreaProps = {
  /** What scrolls, for those who hear it. */
  label: string
  /** Set the height here (`max-h-96`). */
  className?: string
  viewportRef?: Ref<HTMLDivElement>
  children: ReactNode
}

/** Scrolls inside; the bar shows while it is used and hides 600 ms later. Reachable by keyboard. */
export function ScrollArea({ label, className, viewportRef, children }: ScrollAreaProps) {
  return (
    <Radix.Root type="scroll" scrollHideDelay={600} asChild>
      <section aria-label={label} className="relative flex min-w-0 flex-col overflow-hidden">
        <Radix.Viewport ref={viewportRef} tabIndex={0} className={classes('w-full -outline-offset-2', className)}>
          {children}
        </Radix.Viewport>
        <Radix.Scrollbar orientation="vertical" className="flex w-2 touch-none p-0.5 select-none">
          <Radix.Thumb className="relative flex-1 rounded-full bg-line-strong" />
        </Radix.Scrollbar>
      </section>
    </Radix.Root>
  )
}
