import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createApiKey } from '../../api/api-keys.ts'
import {
  type ApiArea,
  apiAreaLabels,
  apiAreas,
  apiKeyDays,
  ApiKeyInput,
  type CreatedApiKey,
} from '../../domain/api-key.ts'
import { call } from '../kit/call.ts'
import { CopyField } from '../kit/CopyField.tsx'
import { usePortalForm } from '../kit/form.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { SelectField } from '../kit/SelectField.tsx'
import { TextField } from '../kit/TextField.tsx'
import { type Right, rightChoices, scopesOf } from './scopes.ts'
import { texts } from './words.ts'

const noRights = Object.fromEntries(apiAreas.map((area) => [area, ''])) as Record<ApiArea, Right>

/** Creates a key, then shows it once. */
export function NewApiKeyDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [rights, setRights] = useState(noRights)
  const [created, setCreated] = useState<CreatedApiKey | null>(null)
  const form = usePortalForm({
    schema: ApiKeyInput,
    defaultValues: { name: '', scopes: [], days: 90 },
    failure: 'Couldn’t create the API key',
    send: (body, idempotencyKey) => call(createApiKey, { body, idempotencyKey }),
    onSent: (key) => {
      setCreated(key)
      return client.invalidateQueries({ queryKey: ['api-keys'] })
    },
  })
  const choose = (area: ApiArea, right: Right) => {
    const chosen = { ...rights, [area]: right }
    setRights(chosen)
    form.setValue('scopes', scopesOf(chosen), { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  }
  return (
    <FormDialog
      title="New API key"
      description={texts.create}
      width="wide"
      form={form}
      submit="Create key"
      submitting="Creating..."
      sent={
        created === null ? undefined : (
          <div className="space-y-4">
            <p className="text-lead text-ink-2">{texts.copy}</p>
            <CopyField label={created.name} value={created.key} help={texts.usage} />
          </div>
        )
      }
      onClose={onClose}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          help="The program that will use it"
          error={form.errorOf('name')}
          {...form.register('name')}
        />
        <SelectField
          label="Expires after"
          choices={apiKeyDays.map((days) => ({ value: String(days), label: `${days} days` }))}
          error={form.errorOf('days')}
          {...form.register('days', { valueAsNumber: true })}
        />
      </div>
      <fieldset className="mt-5" aria-describedby="api-scopes-error">
        <legend className="text-panel text-ink">Access</legend>
        <p id="api-scopes-error" role="alert" className="text-meta text-danger empty:hidden">
          {form.errorOf('scopes')}
        </p>
        <div className="mt-2 grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
          {apiAreas.map((area) => (
            <SelectField
              key={area}
              label={apiAreaLabels[area]}
              choices={rightChoices}
              value={rights[area]}
              onChange={({ target }) => choose(area, target.value as Right)}
            />
          ))}
        </div>
      </fieldset>
    </FormDialog>
  )
}
