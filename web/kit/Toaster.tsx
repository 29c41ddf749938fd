import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { classes } from './classes.ts'
import type { ShownToast } from './toast-store.ts'
import { dismissToast, readToast, subscribeToToasts, toastDurationMs } from './toast-store.ts'

/**
 * The toast viewport: bottom right, on phones at the top; moved aside for a side panel, whose buttons are in that
 * corner, and to the bottom left for a dialog or a page (`data-corner-buttons`) whose buttons are at the right. A dialog
 * or panel that fills the screen has buttons at both ends, so it ends above the toast instead. F8 focuses the viewport;
 * swiping 50 px to the right dismisses a toast.
 */
export function Toaster() {
  const toast = useSyncExternalStore(subscribeToToasts, readToast, readToast)
  return (
    <Toast.Provider duration={toastDurationMs} swipeDirection="right" swipeThreshold={50}>
      {toast && <OneToast key={toast.id} toast={toast} />}
      <Toast.Viewport
        hotkey={['F8']}
        label="Announcements ({hotkey})"
        className={classes(
          'no-print fixed top-0 right-0 z-60 flex w-full flex-col p-4 -outline-offset-2 sm:top-auto sm:bottom-0 md:max-w-[420px]',
          'max-sm:[body:has([data-dialog],[data-side-panel])_&]:top-auto max-sm:[body:has([data-dialog],[data-side-panel])_&]:bottom-0',
          'sm:[body:has([data-dialog],[data-corner-buttons])_&]:right-auto sm:[body:has([data-dialog],[data-corner-buttons])_&]:left-0',
          'lg:[body:has([data-side-panel]):not(:has([data-dialog]))_&]:right-[640px] lg:[body:has([data-side-panel]):not(:has([data-dialog]))_&]:max-w-[min(420px,calc(100vw-640px))]',
        )}
      />
    </Toast.Provider>
  )
}

/** The room that a dialog or panel leaves for the toast, with the viewport's padding. */
function measured(toast: HTMLElement | null) {
  if (toast === null) return
  const { style } = document.documentElement
  const fit = () => style.setProperty('--toast-room', `${toast.offsetHeight + 32}px`)
  fit()
  const observer = new ResizeObserver(fit)
  observer.observe(toast)
  return () => {
    observer.disconnect()
    style.removeProperty('--toast-room')
  }
}

function OneToast({ toast }: { toast: ShownToast }) {
  const isBad = toast.variant === 'destructive'
  const Icon = isBad ? CircleAlert : CircleCheck
  return (
    <Toast.Root
      ref={measured}
      open={toast.open}
      onOpenChange={(open) => !open && dismissToast(toast.id)}
      type={isBad ? 'foreground' : 'background'}
      className={classes(
        'relative flex gap-3 rounded-lg border bg-surface p-4 pr-11 text-body text-ink shadow-lift',
        isBad ? 'border-danger' : 'border-line',
        'data-[state=open]:animate-rise data-[state=closed]:animate-sink',
        'data-[swipe=move]:translate-x-[var(--radix-toast-swipe-move-x)] data-[swipe=end]:animate-swipe-out',
      )}
    >
      <Icon size={18} className={classes('mt-px shrink-0', isBad ? 'text-danger' : 'text-ok')} />
      <div className="min-w-0">
        {toast.title !== undefined && <Toast.Title className="font-semibold">{toast.title}</Toast.Title>}
        {toast.description !== undefined && (
          <Toast.Description className={toast.title === undefined ? '' : 'mt-0.5 text-ink-2'}>
            {toast.description}
          </Toast.Description>
        )}
      </div>
      <Toast.Close
        aria-label="Close"
        className="absolute top-1 right-1 grid size-9 place-items-center rounded-md text-ink-3 hover:text-ink"
      >
        <X />
      </Toast.Close>
    </Toast.Root>
  )
}
