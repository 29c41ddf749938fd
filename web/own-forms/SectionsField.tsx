import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { maxSections } from '../../domain/own-form.ts'
import { Button } from '../kit/Button.tsx'
import { AskDialog } from '../kit/Dialog.tsx'
import { MoveButtons } from '../kit/MoveButtons.tsx'
import { TextArea, TextField } from '../kit/TextField.tsx'
import { FieldsField } from './FieldsField.tsx'
import { blankSection, type EditForm, messageIn, unusedName } from './values.ts'
import { removeWords, texts } from './words.ts'

/** The sections of a form in their order, each with its fields. */
export function SectionsField({ form }: { form: EditForm }) {
  const { register, errorOf, getValues, formState } = form
  const errors = formState.errors.sections
  const { fields, append, remove, swap } = useFieldArray({ control: form.control, name: 'sections', keyName: 'key' })
  const [removing, setRemoving] = useState<{ at: number; count: number } | null>(null)
  const askToRemove = (at: number) => {
    const count = getValues(`sections.${at}.fields`).length
    if (count === 0) remove(at)
    else setRemoving({ at, count })
  }
  const problem = errors?.root?.message ?? errors?.message
  return (
    <section aria-label="Sections" className="space-y-4">
      {fields.map((section, at) => (
        <section key={section.key} aria-label={`Section ${at + 1}`} className="rounded-md border border-line p-4">
          <div className="mb-2 flex items-center justify-between gap-3">
            <h3 className="text-panel text-ink">Section {at + 1}</h3>
            <MoveButtons
              about={`section ${at + 1}`}
              at={at}
              count={fields.length}
              onSwap={swap}
              onRemove={askToRemove}
            />
          </div>
          <div className="space-y-3">
            <TextField
              label="Heading"
              error={errorOf(`sections.${at}.heading`)}
              {...register(`sections.${at}.heading`)}
            />
            <TextArea
              label="Text"
              optional
              rows={2}
              help={texts.paragraphs}
              error={messageIn(errors?.[at]?.paragraphs)}
              {...register(`sections.${at}.paragraphs`)}
            />
            <TextArea
              label="List"
              optional
              rows={2}
              help={texts.points}
              error={messageIn(errors?.[at]?.points)}
              {...register(`sections.${at}.points`)}
            />
            <FieldsField form={form} section={at} />
          </div>
        </section>
      ))}
      {problem !== undefined && (
        <p role="alert" className="text-body text-danger">
          {problem}
        </p>
      )}
      {fields.length < maxSections && (
        <Button onClick={() => append(blankSection(unusedName(getValues('sections'))))}>
          <Plus />
          Add section
        </Button>
      )}
      <AskDialog
        open={removing !== null}
        {...removeWords(removing?.at ?? 0, removing?.count ?? 0)}
        danger
        onCancel={() => setRemoving(null)}
        onAct={() => {
          if (removing !== null) remove(removing.at)
          setRemoving(null)
        }}
      />
    </section>
  )
}
