import { useInfiniteQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { readHrForm } from '../../api/hr-forms.ts'
import { changeOwnForm, createOwnForm, readOwnForm } from '../../api/own-forms.ts'
import { formLevelLabels, formLevels } from '../../domain/hr-form.ts'
import { OwnFormInput, type OwnFormView } from '../../domain/own-form.ts'
import { FolderPicker } from '../client-folders/FolderPicker.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useEditForm, useSaveForm } from '../kit/save-form.ts'
import { choicesOf, SelectField } from '../kit/SelectField.tsx'
import { TextArea, TextField } from '../kit/TextField.tsx'
import { Preview } from './Preview.tsx'
import { formsToStartFrom } from './queries.ts'
import { SectionsField } from './SectionsField.tsx'
import { copiedSections, type EditForm, editedOf, firstSections, OwnFormEdit } from './values.ts'
import { texts } from './words.ts'

const queryKey = ['own-forms']

const NewForm = z.object({
  ...OwnFormInput.pick({ title: true, description: true }).shape,
  clientFolderId: z.string(),
  /** A form of the library to copy; empty for a blank form. */
  from: z.string(),
})

type NewOwnFormDialogProps = { onClose: () => void; onCreated: (form: OwnFormView) => void }

/** Creates a draft, blank or as a copy, which then opens in the editor. */
export function NewOwnFormDialog({ onClose, onCreated }: NewOwnFormDialogProps) {
  const library = useInfiniteQuery(formsToStartFrom)
  const form = useSaveForm({
    schema: NewForm,
    defaultValues: { title: '', description: '', clientFolderId: '', from: '' },
    failure: 'Couldn’t create the form',
    send: async ({ from, ...values }, idempotencyKey) =>
      call(createOwnForm, { body: { ...(await beginning(from)), ...values }, idempotencyKey }),
    success: 'Form created',
    queryKey,
    onClose,
    onSaved: onCreated,
  })
  const { register, errorOf, setValue, watch } = form
  const choices = (library.data?.pages ?? []).flatMap(({ items }) =>
    items.map(({ id, title }) => ({ value: id, label: title })),
  )
  const failed = library.isError
    ? `Couldn’t load the forms. ${sentenceOf(library.error, 'Close this and try again.')}`
    : undefined
  return (
    <FormDialog
      title="New form"
      description={texts.newForm}
      form={form}
      submit="Create form"
      submitting="Creating..."
      onClose={onClose}
    >
      <div className="space-y-4">
        <TextField label="Title" error={errorOf('title')} {...register('title')} />
        <TextField label="Description" error={errorOf('description')} {...register('description')} />
        <SelectField
          label="Start from"
          optional
          empty="A blank form"
          choices={choices}
          disabled={library.isPending}
          error={errorOf('from') ?? failed}
          {...register('from')}
        />
        <FolderPicker
          label="Client folder"
          help={texts.folder}
          none="All clients"
          value={watch('clientFolderId')}
          error={errorOf('clientFolderId')}
          onChoose={(folder) => setValue('clientFolderId', folder?.id ?? '', { shouldDirty: true })}
        />
      </div>
    </FormDialog>
  )
}

async function beginning(from: string) {
  if (from === '')
    return {
      businessLevel: 'startup' as const,
      category: 'General',
      keep: 'Store it as long as your document retention policy says.',
      sections: firstSections,
    }
  const view = await call(readHrForm, { params: { form: from } })
  const { businessLevel, category, keep } = view
  return { businessLevel, category, keep, sections: copiedSections(view) }
}

export function EditOwnFormDialog({ form: item, onClose }: { form: OwnFormView; onClose: () => void }) {
  const form = useEditForm<OwnFormView, typeof OwnFormEdit, OwnFormView>({
    item,
    read: () => call(readOwnForm, { params: { id: item.id } }),
    valuesOf: editedOf,
    describe: (after) => [
      ['title', 'Title', after.title],
      ['description', 'Description', after.description],
      ['businessLevel', 'Business stage', formLevelLabels[after.businessLevel]],
      ['category', 'Category', after.category],
      ['keep', 'Retention', after.keep],
      ['sections', 'Sections', after.sections.map(({ heading }) => heading).join(', ')],
    ],
    schema: OwnFormEdit,
    failure: 'Couldn’t save the form',
    send: (body, ifMatch) => call(changeOwnForm, { params: { id: item.id }, body, ifMatch }),
    success: 'Form saved',
    queryKey,
    onClose,
  })
  return (
    <FormDialog
      title="Edit form"
      description={texts.edit}
      width="wide"
      form={form}
      submit="Save changes"
      submitting="Saving..."
      preview={<Preview form={form} />}
      onClose={onClose}
    >
      <Fields form={form} />
    </FormDialog>
  )
}

function Fields({ form }: { form: EditForm }) {
  const { register, errorOf } = form
  return (
    <div className="space-y-4">
      <TextField label="Title" error={errorOf('title')} {...register('title')} />
      <TextField label="Description" error={errorOf('description')} {...register('description')} />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField label="Category" error={errorOf('category')} {...register('category')} />
        <SelectField
          label="Business stage"
          choices={choicesOf(formLevels, formLevelLabels)}
          error={errorOf('businessLevel')}
          {...register('businessLevel')}
        />
      </div>
      <TextArea label="Retention" rows={2} help={texts.keep} error={errorOf('keep')} {...register('keep')} />
      <SectionsField form={form} />
    </div>
  )
}
