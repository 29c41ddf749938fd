import { MessageCircleQuestion } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { AssistantQuestion, maxQuestionCharacters } from '../../domain/hr-assistant.ts'
import { useFolderChoices } from '../client-folders/own-folders.ts'
import { classes } from '../kit/classes.ts'
import { Button } from '../kit/Button.tsx'
import { usePhone } from '../kit/media.ts'
import { SelectField } from '../kit/SelectField.tsx'
import { TextArea } from '../kit/TextField.tsx'
import type { Asking } from './asking.ts'
import { texts } from './words.ts'

/** Enter asks; with Shift it is a new line. */
export function QuestionForm({
  asking: { draft, pending, setDraft, clientFolderId, setFolder, ask },
}: {
  asking: Asking
}) {
  const folders = useFolderChoices() ?? []
  const phone = usePhone()
  const isBlank = draft.trim() === ''
  const isTooLong = draft.length > maxQuestionCharacters
  const checked = AssistantQuestion.safeParse({ query: draft })
  const error = isTooLong
    ? texts.tooLong(maxQuestionCharacters)
    : isBlank || checked.success
      ? undefined
      : checked.error.issues[0]?.message
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (checked.success) ask(draft)
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (checked.success) ask(draft)
      }}
    >
      <TextArea
        label="Your question"
        rows={phone ? 2 : 4}
        value={draft}
        error={error}
        help={texts.ask}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {folders.length > 0 && (
        <SelectField
          className="mt-4 sm:max-w-80"
          label="Folder"
          help="If there’s no answer, this folder’s team will see the question."
          choices={folders}
          value={clientFolderId === '' ? folders[0]?.value : clientFolderId}
          onChange={(event) => setFolder(event.target.value)}
        />
      )}
      <div className="mt-3 flex flex-wrap items-center justify-end gap-3">
        <span className="hidden text-meta text-ink-3 sm:inline coarse:hidden">
          Press Enter to ask, Shift + Enter for a new line
        </span>
        <span className={classes('tabular mr-auto text-meta', isTooLong ? 'font-semibold text-danger' : 'text-ink-3')}>
          {draft.length.toLocaleString('en-US')} of {maxQuestionCharacters.toLocaleString('en-US')} characters
        </span>
        <Button
          type="submit"
          variant="primary"
          disabled={isBlank || !checked.success}
          pending={pending}
          pendingLabel="Processing..."
        >
          <MessageCircleQuestion />
          Ask Assistant
        </Button>
      </div>
    </form>
  )
}
