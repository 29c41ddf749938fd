import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { FormEventHandler, ReactNode } from 'react'
import { createContext, useContext, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import { ScrollArea } from './ScrollArea.tsx'
import { useUnsavedWork } from './unsaved-work.ts'

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  /** 560 px, or 720 for what has line items. */
  width?: 'regular' | 'wide'
  /** Something was typed: closing asks first. */
  dirty?: boolean
  /** Makes the dialog a form; its footer then contains the submit button. */
  onSubmit?: FormEventHandler<HTMLFormElement>
  /** The preview, on the right from a width of 1280 px; on narrower screens, a button switches between form and preview. */
  preview?: ReactNode
  /** Buttons, the primary last: `<><DialogCancel /><Button type="submit" variant="primary">…</Button></>`. */
  footer?: ReactNode
  children: ReactNode
}

/** A field with an open list below it: Esc closes the list first. */
const isOpenPicker = (element: EventTarget | null) =>
  element instanceof Element && element.getAttribute('role') === 'combobox' && element.ariaExpanded === 'true'

export const RequestClose = createContext<() => void>(() => {})

/** Asks the dialog around to close, which asks back when something was typed. */
export const useRequestClose = () => useContext(RequestClose)

export function DialogCancel({ children = 'Cancel' }: { children?: ReactNode }) {
  return <Button onClick={useRequestClose()}>{children}</Button>
}

/**
 * A dialog; on phones a full-screen sheet. Focus moves to the first field and returns to the opener. Esc and the
 * backdrop close it; a dirty dialog asks first.
 */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, width = 'regular', dirty = false, footer, preview, children } = props
  const [asking, setAsking] = useState(false)
  const opener = useRef<Element | null>(null)
  useUnsavedWork(open && dirty)
  const requestClose = () => (dirty ? setAsking(true) : onOpenChange(false))
  return (
    <Radix.Root open={open} onOpenChange={(next) => (next ? onOpenChange(true) : requestClose())}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          data-dialog=""
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onEscapeKeyDown={(event) => isOpenPicker(document.activeElement) && event.preventDefault()}
          // A toast is above the dialog and would take the key for itself; anyone who is in the dialog means the dialog.
          onKeyDown={(event) => {
            const inside = event.target instanceof Element && event.currentTarget.contains(event.target)
            if (event.key === 'Escape' && inside && !isOpenPicker(event.target)) requestClose()
          }}
          onOpenAutoFocus={() => (opener.current = document.activeElement)}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // An empty list has a button that isn't there once the first item was created.
            const to = opener.current?.isConnected === true ? opener.current : document.querySelector('main')
            if (to instanceof HTMLElement) to.focus()
          }}
          className={classes(
            'fixed inset-0 z-50 flex flex-col bg-surface text-ink shadow-lift outline-none max-sm:bottom-[var(--toast-room,0px)] sm:m-auto sm:h-fit sm:max-h-[calc(100dvh-64px)] border-line sm:rounded-xl sm:border',
            'data-[state=closed]:animate-sink data-[state=open]:animate-rise',
            width === 'wide' ? 'sm:max-w-[720px]' : 'sm:max-w-[560px]',
            preview !== undefined && 'xl:h-full xl:max-w-[min(1360px,calc(100vw-64px))]',
          )}
        >
          <RequestClose value={requestClose}>
            <header className="border-b border-line py-4 pr-14 pl-5 sm:pl-6">
              <Radix.Title
                dir="auto"
                className="font-display text-subtitle text-balance wrap-anywhere own-direction max-sm:line-clamp-4 max-sm:pb-1"
              >
                {title}
              </Radix.Title>
              {description !== undefined && (
                <Radix.Description className="mt-1 text-body text-ink-2">{description}</Radix.Description>
              )}
            </header>
            <DialogBody title={title} onSubmit={props.onSubmit} preview={preview} footer={footer}>
              {children}
            </DialogBody>
            {/* Last in order, so that the first field gets the focus. */}
            <Radix.Close
              aria-label="Close"
              className="absolute top-3.5 right-3.5 grid size-9 place-items-center rounded-md text-ink-3 hover:bg-mist-2 hover:text-ink"
            >
              <X size={18} />
            </Radix.Close>
          </RequestClose>
          <DiscardQuestion
            open={asking}
            onCancel={() => setAsking(false)}
            onDiscard={() => {
              setAsking(false)
              onOpenChange(false)
            }}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type DialogBodyProps = Pick<DialogProps, 'title' | 'onSubmit' | 'preview' | 'footer' | 'children'>

function DialogBody({ title, onSubmit, preview, footer, children }: DialogBodyProps) {
  const [isPreviewed, setPreviewed] = useState(false)
  const inside = (
    <>
      <div className="flex min-h-0 flex-1">
        <ScrollArea label={title} className={classes('px-5 py-5 sm:px-6', isPreviewed && 'max-xl:hidden')}>
          {children}
        </ScrollArea>
        {preview !== undefined && (
          <section
            aria-label="Preview"
            className={classes(
              'min-h-0 min-w-0 flex-1 border-line bg-mist xl:flex xl:border-l',
              isPreviewed ? 'flex' : 'hidden',
            )}
          >
            <ScrollArea label="Preview" className="p-4 xl:p-6">
              {preview}
            </ScrollArea>
          </section>
        )}
      </div>
      {footer !== undefined && (
        <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3.5 sm:px-6">
          {preview !== undefined && (
            <Button className="xl:hidden" aria-pressed={isPreviewed} onClick={() => setPreviewed(!isPreviewed)}>
              Preview
            </Button>
          )}
          {footer}
        </footer>
      )}
    </>
  )
  if (onSubmit === undefined) return <div className="flex min-h-0 flex-auto flex-col">{inside}</div>
  return (
    <form
      noValidate
      onSubmit={(event) => {
        // React also sends the event of a form in a dialog that was opened from this one.
        if (event.target !== event.currentTarget) return
        // Errors are shown next to the fields.
        setPreviewed(false)
        onSubmit(event)
      }}
      className="flex min-h-0 flex-auto flex-col"
    >
      {inside}
    </form>
  )
}

function DiscardQuestion({
  open,
  onCancel,
  onDiscard,
}: {
  open: boolean
  onCancel: () => void
  onDiscard: () => void
}) {
  return (
    <AskDialog
      open={open}
      title="Discard your changes?"
      question="Your changes won’t be saved."
      keep="Keep editing"
      act="Discard"
      danger
      onCancel={onCancel}
      onAct={onDiscard}
    />
  )
}

export interface AskProps {
  open: boolean
  title: string
  question: ReactNode
  /** The way back; it has the focus. */
  keep?: string
  act: string
  danger?: boolean
  pending?: boolean
  onCancel: () => void
  onAct: () => void
}

/** A yes-or-no question before something that can't be taken back. */
export function AskDialog(props: AskProps) {
  const { open, onCancel } = props
  // During the exit animation, show the previous question and ignore answers: the opener may already pass another one.
  const [asked, setAsked] = useState(props)
  if (open && asked !== props) setAsked(props)
  const { title, question, keep = 'Cancel', act, danger, pending, onAct } = open ? props : asked
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          role="alertdialog"
          className="fixed inset-x-4 inset-y-0 z-50 m-auto h-fit max-w-[420px] rounded-xl border border-line bg-surface p-6 text-ink shadow-lift outline-none data-[state=closed]:animate-sink data-[state=open]:animate-rise"
        >
          <Radix.Title className="font-display text-subtitle text-balance">{title}</Radix.Title>
          <Radix.Description asChild>
            <div className="mt-1.5 text-lead text-ink-2">{question}</div>
          </Radix.Description>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Button onClick={onCancel}>{keep}</Button>
            <Button
              variant={danger === true ? 'danger' : 'primary'}
              pending={pending}
              onClick={() => {
                if (open) onAct()
              }}
            >
              {act}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
