import { type FocusEvent, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { changeAgreementTemplate, createAgreementTemplate } from '../../api/agreement-templates.ts'
import {
  AgreementTemplateInput,
  type AgreementTemplateView,
  clauseTitleLimit,
} from '../../domain/agreement-template.ts'
import { clausesOf } from '../../domain/contract-clauses.ts'
import { templateFields, type TemplateKind, templateKinds } from '../../domain/template-fields.ts'
import { useBillingDefaults } from '../firm-settings/queries.ts'
import { call } from '../kit/call.ts'
import { FieldList } from '../kit/FieldList.tsx'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useEditForm, useSaveForm } from '../kit/save-form.ts'
import { choicesOf, SelectField } from '../kit/SelectField.tsx'
import { TextArea, TextField } from '../kit/TextField.tsx'
import { blankClause, ClausesField, type TemplateForm, type TemplateFormValues } from './ClausesField.tsx'
import { agreementTemplateById } from './queries.ts'
import { TemplatePreview } from './TemplatePreview.tsx'
import { clauseWords, kindLabels, texts } from './words.ts'

const queryKey = ['agreement-templates']

/** The firm's contract terms as the initial clauses. */
const clausesFrom = (terms: string) =>
  clausesOf(terms).map(({ title, text }) => ({
    ...blankClause,
    title: (title ?? '').replace(/\.$/, '').slice(0, clauseTitleLimit),
    text,
  }))

export function NewTemplateDialog({ onClose }: { onClose: () => void }) {
  const { contractTerms } = useBillingDefaults()
  const firstClauses = { contract: clausesFrom(contractTerms), proposal: [blankClause] }
  const form = useSaveForm({
    schema: AgreementTemplateInput,
    defaultValues: { kind: 'contract' as const, name: '', introduction: '', clauses: firstClauses.contract },
    failure: 'Couldn’t create the template',
    send: (body, idempotencyKey) => call(createAgreementTemplate, { body, idempotencyKey }),
    success: 'Template created',
    queryKey,
    onClose,
  })
  return (
    <FormDialog
      title="New agreement template"
      description={texts.newTemplate}
      width="wide"
      form={form}
      submit="Create template"
      submitting="Creating..."
      preview={<TemplatePreview form={form} />}
      onClose={onClose}
    >
      <Fields form={form} firstClauses={firstClauses} />
    </FormDialog>
  )
}

export function EditTemplateDialog({ template, onClose }: { template: AgreementTemplateView; onClose: () => void }) {
  const form = useEditForm<AgreementTemplateView, typeof AgreementTemplateInput, AgreementTemplateView>({
    item: template,
    read: (client) => client.fetchQuery({ ...agreementTemplateById(template.id), staleTime: 0 }),
    valuesOf: ({ kind, name, introduction, clauses }) => ({ kind, name, introduction: introduction ?? '', clauses }),
    describe: (after) => [
      ['name', 'Name', after.name],
      ['introduction', 'Introduction', after.introduction === null ? 'none' : 'changed'],
      ['clauses', 'Clauses', clauseWords(after.clauses)],
      ['currentVersion', 'Version', after.currentVersion === null ? 'none' : String(after.currentVersion)],
    ],
    schema: AgreementTemplateInput,
    failure: 'Couldn’t save the template',
    send: (body, ifMatch) => call(changeAgreementTemplate, { params: { id: template.id }, body, ifMatch }),
    success: 'Template saved',
    queryKey,
    onClose,
  })
  return (
    <FormDialog
      title="Edit agreement template"
      description={texts.edit}
      width="wide"
      form={form}
      submit="Save changes"
      submitting="Saving..."
      preview={<TemplatePreview form={form} />}
      onClose={onClose}
    >
      <Fields form={form} />
    </FormDialog>
  )
}

type FieldsProps = {
  form: TemplateForm
  /** For a new template: the initial clauses. */
  firstClauses?: Record<TemplateKind, TemplateFormValues['clauses']>
}

function Fields({ form, firstClauses }: FieldsProps) {
  const { register, errorOf, control, setValue, formState } = form
  const { clauses: changedClauses } = formState.dirtyFields
  const kind = useWatch({ control, name: 'kind' })
  const { noteFocus, insert } = useInsertion(form)
  return (
    <div className="space-y-5" onFocus={noteFocus}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField label="Name" error={errorOf('name')} {...register('name')} />
        {firstClauses !== undefined && (
          <SelectField
            label="For"
            choices={choicesOf(templateKinds, kindLabels)}
            error={errorOf('kind')}
            {...register('kind', {
              onChange: ({ target }: { target: { value: TemplateKind } }) =>
                changedClauses === undefined && setValue('clauses', firstClauses[target.value]),
            })}
          />
        )}
      </div>
      <FieldList fields={templateFields[kind]} help={texts.fields} onInsert={insert} />
      <TextArea
        label="Introduction"
        optional
        help={texts.introduction}
        error={errorOf('introduction')}
        {...register('introduction')}
      />
      <ClausesField form={form} />
    </div>
  )
}

const takesFields = /^(introduction|clauses\.\d+\.(title|text))$/

/** Inserts a field where the user last typed; initially, in the introduction. */
function useInsertion({ getValues, setValue }: TemplateForm) {
  const last = useRef<HTMLInputElement | HTMLTextAreaElement | null>(null)
  return {
    noteFocus: ({ target }: FocusEvent) => {
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
        last.current = takesFields.test(target.name) ? target : last.current
    },
    insert: (field: string) => {
      const input = last.current
      if (input === null || !input.isConnected) {
        setValue('introduction', `${getValues('introduction') ?? ''}${field}`, { shouldDirty: true })
        return
      }
      input.setRangeText(field, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end')
      setValue(input.name as 'introduction', input.value, { shouldDirty: true })
      input.focus()
    },
  }
}
