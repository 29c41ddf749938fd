import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCombobox } from 'downshift'
import { MessageSquareQuote } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useId, useState } from 'react'
import { fillSavedReply } from '../../api/saved-replies.ts'
import type { FilledReply, SavedReplyView } from '../../domain/saved-reply.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { classes } from '../kit/classes.ts'
import { ErrorLine } from '../kit/EmptyState.tsx'
import { controlStyle } from '../kit/Field.tsx'
import { toast } from '../kit/toast-store.ts'
import { savedRepliesFound } from './queries.ts'
import { NewSavedReplyDialog } from './SavedReplyDialogs.tsx'

const shown = 30

type SavedReplyPickerProps = {
  folderId: string
  /** What is written in the message. */
  text: string
  disabled: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
  /** With the fields filled in for the folder. */
  onInsert: (reply: FilledReply) => void
  /** Moves the focus back. */
  onClosed: () => void
}

/** The button in a message that opens the saved replies. They are searched with the keyboard, and Enter inserts one. */
export function SavedReplyPicker(props: SavedReplyPickerProps) {
  const { folderId, text, disabled, open, onOpenChange, onInsert, onClosed } = props
  const [toSave, setToSave] = useState<string | null>(null)
  return (
    <>
      <Popover.Root open={open} onOpenChange={onOpenChange}>
        <Popover.Trigger asChild>
          <Button title="Saved replies" disabled={disabled}>
            <MessageSquareQuote />
            <span className="@max-[42rem]:sr-only">Saved replies</span>
          </Button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            aria-label="Saved replies"
            side="top"
            align="start"
            sideOffset={6}
            collisionPadding={8}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              if (toSave === null) onClosed()
            }}
            // Closes without an animation, so that the focus is back before the next key.
            className="z-50 flex max-h-[min(26rem,var(--radix-popover-content-available-height))] w-[min(26rem,calc(100vw-1rem))] flex-col overflow-clip rounded-lg border border-line bg-surface shadow-lift data-[state=open]:animate-rise"
          >
            <Replies folderId={folderId} onInsert={onInsert} />
            <div className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line px-4 py-2">
              <Link to="/saved-replies" className="link text-meta font-semibold coarse:py-2">
                Manage saved replies
              </Link>
              {text.trim() !== '' && (
                <button
                  type="button"
                  className="link text-meta font-semibold coarse:py-2"
                  onClick={() => {
                    setToSave(text)
                    onOpenChange(false)
                  }}
                >
                  Save my text as a reply
                </button>
              )}
            </div>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {toSave !== null && (
        <NewSavedReplyDialog
          content={toSave}
          onClose={() => {
            setToSave(null)
            onClosed()
          }}
        />
      )}
    </>
  )
}

function Replies({ folderId, onInsert }: Pick<SavedReplyPickerProps, 'folderId' | 'onInsert'>) {
  const [words, setWords] = useState('')
  const query = useInfiniteQuery(savedRepliesFound(words.trim(), shown))
  const replies = query.data?.pages[0]?.items ?? []
  const insert = useMutation({
    mutationFn: ({ id }: SavedReplyView) => call(fillSavedReply, { params: { id: folderId, replyId: id } }),
    onSuccess: onInsert,
    onError: (error) =>
      toast({
        title: 'Couldn’t insert the reply',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
  })
  const inputId = useId()
  const { highlightedIndex, getInputProps, getMenuProps, getItemProps } = useCombobox<SavedReplyView>({
    items: replies,
    itemToString: (reply) => reply?.title ?? '',
    inputId,
    inputValue: words,
    isOpen: true,
    selectedItem: null,
    defaultHighlightedIndex: 0,
    initialHighlightedIndex: 0,
    onStateChange: ({ type, selectedItem }) => {
      const { InputKeyDownEnter, ItemClick } = useCombobox.stateChangeTypes
      if ((type === InputKeyDownEnter || type === ItemClick) && selectedItem && !insert.isPending)
        insert.mutate(selectedItem)
    },
  })
  return (
    <>
      <div className="border-b border-line p-2">
        <label htmlFor={inputId} className="sr-only">
          Search saved replies
        </label>
        <input
          {...getInputProps({
            'aria-labelledby': undefined,
            dir: 'auto',
            placeholder: 'Search',
            onChange: (event) => setWords(event.currentTarget.value),
          })}
          className={classes(controlStyle, 'h-9 own-direction')}
        />
      </div>
      <div
        {...getMenuProps({ 'aria-label': 'Saved replies', 'aria-labelledby': undefined })}
        aria-busy={insert.isPending}
        className="min-h-0 flex-1 overflow-y-auto py-1"
      >
        {replies.map((reply, index) => (
          <div
            key={reply.id}
            {...getItemProps({ item: reply, index })}
            className={classes('cursor-pointer px-4 py-1.5 coarse:py-2.5', index === highlightedIndex && 'bg-hover')}
          >
            <span dir="auto" className="line-clamp-1 text-body wrap-anywhere own-direction text-ink">
              {reply.title}
            </span>
            <span dir="auto" className="line-clamp-1 text-meta wrap-anywhere own-direction text-ink-3">
              {reply.content}
            </span>
          </div>
        ))}
        {query.isError ? (
          <ErrorLine what="Couldn’t load saved replies." error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <p aria-live="polite" className="px-4 py-2 text-meta text-ink-3 empty:hidden">
            {query.isPending
              ? 'Searching…'
              : replies.length > 0
                ? query.hasNextPage && 'Type to search.'
                : words.trim() === ''
                  ? 'No saved replies yet.'
                  : 'No matching replies.'}
          </p>
        )}
      </div>
    </>
  )
}
