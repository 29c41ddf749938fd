// Inserts a saved reply into the message that is being written, at the cursor.
import { type RefObject, useRef, useState } from 'react'
import { type FilledReply, unfilledFieldIn } from '../../domain/saved-reply.ts'

type Range = readonly [start: number, end: number]

/** @param area where the message is written */
export function useReplyInsertion(
  area: RefObject<HTMLTextAreaElement | null>,
  draft: string,
  onDraft: (draft: string) => void,
) {
  const [open, setOpen] = useState(false)
  /** The slash that opened the list, and is written if no reply is chosen. */
  const slash = useRef('')
  /** Where the cursor was, and where it is placed after the text was inserted. */
  const range = useRef<Range>([0, 0])

  function show(typed: string) {
    slash.current = typed
    const input = area.current
    range.current = typed !== '' || input === null ? [0, 0] : [input.selectionStart, input.selectionEnd]
    setOpen(true)
  }

  function write(text: string, selected: Range) {
    const [start, end] = range.current
    onDraft(draft.slice(0, start) + text + draft.slice(end))
    range.current = [start + selected[0], start + selected[1]]
    slash.current = ''
  }

  return {
    /** Typing a slash at the start opens the list, and leaves the text as it is. */
    onChange: (text: string) => (text === `/${draft}` ? show('/') : onDraft(text)),
    /** For the list. */
    picker: {
      open,
      onOpenChange(opens: boolean) {
        if (opens) return show('')
        if (slash.current !== '') write(slash.current, [1, 1])
        setOpen(false)
      },
      onInsert({ content }: FilledReply) {
        const field = unfilledFieldIn(content)
        const at = field === null ? content.length : content.indexOf(field)
        write(content, [at, at + (field?.length ?? 0)])
        setOpen(false)
      },
      onClosed() {
        area.current?.focus()
        area.current?.setSelectionRange(...range.current)
      },
    },
  }
}
