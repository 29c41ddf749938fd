import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { setDocumentTags } from '../../api/documents.ts'
import { DocumentTags } from '../../domain/document-list.ts'
import type { DocumentView } from '../../domain/document.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { TextField } from '../kit/TextField.tsx'
import { documentFiguresOf } from './queries.ts'
import { texts } from './words.ts'

/** The tags as they are typed, with commas between them. */
const listOf = (typed: string) =>
  typed
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')

const TagsForm = z.strictObject({
  tags: z.string().superRefine((typed, context) => {
    const message = DocumentTags.safeParse({ tags: listOf(typed) }).error?.issues[0]?.message
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  }),
})

type TagsDialogProps = { document: DocumentView; onClose: () => void }

export function TagsDialog({ document, onClose }: TagsDialogProps) {
  const { data } = useQuery(documentFiguresOf(document.clientFolderId))
  const form = useSaveForm({
    schema: TagsForm,
    defaultValues: { tags: document.tags.join(', ') },
    failure: 'Couldn’t change the tags',
    send: ({ tags }) =>
      call(setDocumentTags, { params: { id: document.id }, body: { tags: listOf(tags) }, ifMatch: document.version }),
    success: 'Tags updated',
    queryKey: ['documents'],
    onClose,
  })
  const used = (data?.tags ?? []).map(({ name }) => name).join(', ')
  return (
    <FormDialog
      title={`Tags for “${document.originalName}”`}
      description={texts.tags}
      form={form}
      submit="Save changes"
      submitting="Saving..."
      onClose={onClose}
    >
      <TextField
        label="Tags"
        optional
        help={used === '' ? texts.separateTags : texts.usedTags(used)}
        autoComplete="off"
        error={form.errorOf('tags')}
        {...form.register('tags')}
      />
    </FormDialog>
  )
}
