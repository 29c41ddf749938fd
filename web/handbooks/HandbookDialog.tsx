import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { changeHandbook, createHandbook, readHandbook } from '../../api/handbooks.ts'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import { HandbookInput, type HandbookItem, type HandbookView } from '../../domain/handbook.ts'
import { policyFieldNames, policyFields } from '../../domain/model-policy.ts'
import { Button } from '../kit/Button.tsx'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import type { PortalForm } from '../kit/form-with.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { useEditForm, useSaveForm } from '../kit/save-form.ts'
import { type Choice, SelectField } from '../kit/SelectField.tsx'
import { TextField } from '../kit/TextField.tsx'
import { allModelPolicies } from '../model-policies/queries.ts'
import { ownPolicies } from '../own-policies/queries.ts'
import { texts } from './words.ts'

type Typed = z.input<typeof HandbookInput>

const queryKey = ['handbooks']
const emptyFields = Object.fromEntries(policyFieldNames.map((field) => [field, ''])) as Typed['fields']

/** The schools' own policies are left out for other employers. */
const forSchools = (id: string) => id.startsWith('k12-')

export function NewHandbookDialog({ folder, onClose }: { folder: ClientFolderView; onClose: () => void }) {
  const models = useInfiniteQuery(allModelPolicies)
  const slugs = (models.data?.pages ?? []).flatMap(({ items }) => items.map(({ slug }) => slug))
  if (slugs.length === 0) return null
  const isSchool = folder.sector === 'public-school' || folder.sector === 'private-school'
  const items = slugs.filter((id) => isSchool || !forSchools(id)).map((id) => ({ source: 'model' as const, id }))
  return <NewHandbook folder={folder} items={items} onClose={onClose} />
}

function NewHandbook({
  folder,
  items,
  onClose,
}: {
  folder: ClientFolderView
  items: HandbookItem[]
  onClose: () => void
}) {
  const form = useSaveForm({
    schema: HandbookInput,
    defaultValues: {
      title: 'Employee Handbook',
      items,
      fields: { ...emptyFields, employer: folder.name },
      headCount: null,
      sector: null,
    },
    failure: 'Couldn’t create the handbook',
    send: (body, idempotencyKey) => call(createHandbook, { params: { id: folder.id }, body, idempotencyKey }),
    success: 'Handbook created',
    queryKey,
    onClose,
  })
  return (
    <FormDialog
      title="New handbook"
      description={texts.newHandbook(folder.name)}
      width="wide"
      form={form}
      submit="Create handbook"
      submitting="Creating..."
      onClose={onClose}
    >
      <Fields form={form} />
    </FormDialog>
  )
}

export function EditHandbookDialog({ handbook, onClose }: { handbook: HandbookView; onClose: () => void }) {
  const form = useEditForm({
    item: handbook,
    read: () => call(readHandbook, { params: { id: handbook.id } }),
    valuesOf: ({ title, items, fields, headCount, sector }: HandbookView) => ({
      title,
      items,
      fields: Object.fromEntries(policyFieldNames.map((field) => [field, fields[field] ?? ''])) as Typed['fields'],
      headCount,
      sector,
    }),
    describe: (after: HandbookView): [keyof HandbookView, string, string][] => [
      ['title', 'Title', after.title],
      ['items', 'Policies', after.titles.map((title) => title ?? 'not in use').join(', ')],
      ['fields', 'Employer’s details', 'changed'],
    ],
    schema: HandbookInput,
    failure: 'Couldn’t save the handbook',
    send: (body, ifMatch) => call(changeHandbook, { params: { id: handbook.id }, body, ifMatch }),
    success: 'Handbook saved',
    queryKey,
    onClose,
  })
  return (
    <FormDialog
      title="Edit handbook"
      description="Versions already sent don’t change."
      width="wide"
      form={form}
      submit="Save changes"
      submitting="Saving..."
      onClose={onClose}
    >
      <Fields form={form} />
    </FormDialog>
  )
}

function Fields({ form }: { form: PortalForm<Typed, HandbookInput> }) {
  const { register, errorOf } = form
  return (
    <div className="space-y-6">
      <TextField label="Title" error={errorOf('title')} {...register('title')} />
      <PoliciesField form={form} />
      <fieldset>
        <legend className="text-panel text-ink">Employer’s details</legend>
        <p className="mt-0.5 mb-3 text-meta text-ink-2">{texts.fields}</p>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          {policyFieldNames.map((field) => (
            <TextField
              key={field}
              label={policyFields[field].charAt(0).toUpperCase() + policyFields[field].slice(1)}
              error={errorOf(`fields.${field}`)}
              {...register(`fields.${field}`)}
            />
          ))}
        </div>
      </fieldset>
    </div>
  )
}

function PoliciesField({ form: { control, setValue, errorOf } }: { form: PortalForm<Typed, HandbookInput> }) {
  const items = useWatch({ control, name: 'items' })
  const models = useInfiniteQuery(allModelPolicies)
  const own = useInfiniteQuery(ownPolicies())
  const [next, setNext] = useState('')
  const change = (after: HandbookItem[]) => setValue('items', after, { shouldDirty: true, shouldValidate: true })
  const choices: Choice[] = [
    ...(models.data?.pages ?? []).flatMap((page) =>
      page.items.map(({ slug, title }) => ({ value: `model ${slug}`, label: title })),
    ),
    ...(own.data?.pages ?? []).flatMap((page) =>
      page.items
        .filter(({ currentVersion }) => currentVersion !== null)
        .map(({ id, title }) => ({ value: `own ${id}`, label: `${title} (our policy)` })),
    ),
  ]
  const labelOf = ({ source, id }: HandbookItem) =>
    choices.find(({ value }) => value === `${source} ${id}`)?.label ?? 'A policy that is no longer in use'
  const left = choices.filter(({ value }) => !items.some(({ source, id }) => value === `${source} ${id}`))
  const move = (from: number, to: number) => {
    const after = [...items]
    const [moved] = after.splice(from, 1)
    if (moved !== undefined) after.splice(to, 0, moved)
    change(after)
  }
  return (
    <fieldset>
      <legend className="text-panel text-ink">Policies, in order</legend>
      {items.length === 0 && <p className="mt-1 text-body text-ink-2">No policies yet. Add the first one.</p>}
      <ol aria-label="Policies" className="mt-2 divide-y divide-line rounded-lg border border-line">
        {items.map((item, index) => {
          const label = labelOf(item)
          return (
            <li key={`${item.source} ${item.id}`} className="flex items-center gap-2 py-1 pr-1 pl-3">
              <span className="tabular w-6 shrink-0 text-meta text-ink-3">{index + 1}.</span>
              <span className="min-w-0 flex-1 text-body wrap-anywhere text-ink">{label}</span>
              <IconButton label={`Move ${label} up`} disabled={index === 0} onClick={() => move(index, index - 1)}>
                <ArrowUp />
              </IconButton>
              <IconButton
                label={`Move ${label} down`}
                disabled={index === items.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <ArrowDown />
              </IconButton>
              <IconButton label={`Remove ${label}`} onClick={() => change(items.filter((_, place) => place !== index))}>
                <Trash2 />
              </IconButton>
            </li>
          )
        })}
      </ol>
      {errorOf('items') !== undefined && (
        <p role="alert" className="mt-1 text-meta text-danger">
          {errorOf('items')}
        </p>
      )}
      {left.length > 0 && (
        <div className="mt-3 flex flex-wrap items-end gap-2">
          <SelectField
            label="Policy to add"
            empty="Choose a policy"
            choices={left}
            value={next}
            onChange={(event) => setNext(event.target.value)}
            className="min-w-0 flex-1 basis-56"
          />
          <Button
            onClick={() => {
              const [source, id] = next.split(' ')
              if (id !== undefined && (source === 'model' || source === 'own')) change([...items, { source, id }])
              setNext('')
            }}
          >
            <Plus />
            Add policy
          </Button>
        </div>
      )}
    </fieldset>
  )
}
