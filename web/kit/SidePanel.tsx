import { Link } from '@tanstack/react-router'
import { Maximize2, X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { RequestClose } from './Dialog.tsx'
import type { Place } from './link-target.ts'
import { useMedia } from './media.ts'
import { ScrollArea } from './ScrollArea.tsx'

type SidePanelProps = {
  title: string
  badge?: ReactNode
  /** One line under the title. */
  description?: ReactNode
  /** The same thing on a page of its own. */
  page?: Place & { hash?: string }
  /** Buttons, the primary last. */
  footer?: ReactNode
  /** The content brings its own padding and scroll area. */
  flush?: boolean
  onClose: () => void
  children: ReactNode
}

const iconStyle =
  'grid size-9 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-mist-2 hover:text-ink coarse:size-11'

/** The element that had the focus before the panel opened. One panel replaces another when its item has loaded. */
let opener: Element | null = null

const isBelowDialog = () =>
  document.querySelector(':is([role=dialog], [role=alertdialog]):not([data-side-panel])') !== null

/**
 * An item in a panel next to its list. On wide screens the list stays usable, and selecting another row replaces the
 * item; on narrow ones the panel fills the screen. Esc closes it and restores focus.
 */
export function SidePanel(props: SidePanelProps) {
  const { title, badge, description, page, footer, flush = false, onClose, children } = props
  const isOver = useMedia('(width < 64rem)')
  return (
    <Radix.Root open modal={isOver} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        {isOver && <Radix.Overlay className="fixed inset-0 z-40 bg-scrim data-[state=open]:animate-fade-in" />}
        <Radix.Content
          data-side-panel=""
          aria-describedby={undefined}
          // Radix may still listen here for a moment after a dialog has opened above the panel.
          onEscapeKeyDown={(event) => isBelowDialog() && event.preventDefault()}
          onInteractOutside={(event) => !isOver && event.preventDefault()}
          onOpenAutoFocus={(event) => {
            if (document.activeElement !== document.body) opener = document.activeElement
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus({ preventScroll: true })
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            const isReplaced = document.querySelector('[data-side-panel]') !== null
            if (!isReplaced && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
          }}
          className="edge-forced no-print fixed inset-y-0 right-0 z-40 max-lg:bottom-[var(--toast-room,0px)] flex w-full flex-col border-line bg-paper text-ink shadow-lift outline-none data-[state=open]:animate-fade-in sm:w-[640px] sm:border-l"
        >
          <RequestClose value={onClose}>
            {/* No header or footer element: they would be a second banner and contentinfo landmark on the page. */}
            <div className="flex items-start gap-1 border-b border-line bg-surface py-3 pr-2 pl-4 sm:pl-5">
              <div className="min-w-0 flex-1">
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <Radix.Title
                    dir="auto"
                    className="min-w-0 pt-1 font-display text-subtitle text-balance wrap-anywhere own-direction max-sm:line-clamp-4 max-sm:pb-1"
                  >
                    {title}
                  </Radix.Title>
                  {badge}
                </div>
                {description !== undefined && (
                  <div className="mt-0.5 text-body wrap-anywhere text-ink-2">{description}</div>
                )}
              </div>
              {page !== undefined && (
                <Link {...page} aria-label="Open full page" title="Open full page" className={iconStyle}>
                  <Maximize2 />
                </Link>
              )}
              <Radix.Close aria-label="Close" className={iconStyle}>
                <X size={18} />
              </Radix.Close>
            </div>
            {flush ? (
              <div className="flex min-h-0 flex-1 flex-col">{children}</div>
            ) : (
              <ScrollArea
                label={title}
                className="flex flex-col px-4 py-4 sm:px-5"
                contentClassName="flex shrink-0 grow flex-col gap-4"
              >
                {children}
              </ScrollArea>
            )}
            {footer !== undefined && (
              <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface px-4 py-3 empty:hidden sm:px-5">
                {footer}
              </div>
            )}
          </RequestClose>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
