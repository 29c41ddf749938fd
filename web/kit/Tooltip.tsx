import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** Around the app: tooltips open after 700 ms, and without delay within 300 ms of another. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  )
}

/** The name of a control that shows none (one element, which takes a ref): for eyes, as the name itself is read aloud. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-hidden="true"
          sideOffset={4}
          collisionPadding={8}
          className="z-60 max-w-72 rounded-md bg-ink px-2.5 py-1.5 text-meta text-paper shadow-lift edge-forced animate-rise"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
