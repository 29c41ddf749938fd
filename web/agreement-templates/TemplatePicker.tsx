import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { TemplateChoice } from '../../domain/agreement-template.ts'
import type { TemplateKind } from '../../domain/template-fields.ts'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { ErrorLine } from '../kit/EmptyState.tsx'
import { SelectField } from '../kit/SelectField.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'
import { templatesToUse, templateVersion } from './queries.ts'

type TemplatePickerProps = {
  kind: TemplateKind
  value: TemplateChoice | null | undefined
  error: string | undefined
  onChange: (choice: TemplateChoice | null) => void
}

const keyOf = ({ id, version }: { id: string; version: number | null }) => `${id} ${String(version)}`

/** Chooses a template and its optional clauses. Nothing is shown while there is no template to choose. */
export function TemplatePicker({ kind, value = null, error, onChange }: TemplatePickerProps) {
  const query = useInfiniteQuery(templatesToUse(kind))
  if (query.isError)
    return <ErrorLine what="Couldn’t load the templates." error={query.error} onRetry={() => void query.refetch()} />
  const templates = query.data?.pages.flatMap(({ items }) => items) ?? []
  if (value === null && templates.length === 0) return null
  const offered = templates.map(({ id, name, currentVersion }) => ({
    value: keyOf({ id, version: currentVersion }),
    label: name,
    choice: currentVersion === null ? null : { id, version: currentVersion, clauses: [] },
  }))
  // An earlier version, or an archived template, that is already in use.
  const isOffered = value === null || offered.some((each) => each.value === keyOf(value))
  return (
    <div className="space-y-3">
      <SelectField
        label="Template"
        optional
        empty="No template"
        choices={
          isOffered ? offered : [{ value: keyOf(value), label: `Current choice, version ${value.version}` }, ...offered]
        }
        help={value === null ? undefined : 'The preview shows the terms with the fields filled in.'}
        error={error}
        value={value === null ? '' : keyOf(value)}
        onChange={({ target }) => onChange(offered.find((each) => each.value === target.value)?.choice ?? null)}
      />
      {value !== null && <OptionalClauses value={value} onChange={onChange} />}
    </div>
  )
}

type OptionalClausesProps = { value: TemplateChoice; onChange: (choice: TemplateChoice) => void }

function OptionalClauses({ value, onChange }: OptionalClausesProps) {
  const { data, isError, error, refetch } = useQuery(templateVersion(value))
  if (isError) return <ErrorLine what="Couldn’t load the clauses." error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton className="h-9 w-full" />
  const optional = data.clauses.flatMap(({ title, isOptional }, index) => (isOptional ? [{ title, index }] : []))
  if (optional.length === 0) return null
  return (
    <fieldset>
      <legend className="mb-1.5 text-meta font-semibold text-ink">Optional clauses</legend>
      {optional.map(({ title, index }) => (
        <CheckboxField
          key={index}
          label={title}
          checked={value.clauses.includes(index)}
          onChange={({ target }) => {
            const others = value.clauses.filter((each) => each !== index)
            onChange({ ...value, clauses: target.checked ? [...others, index] : others })
          }}
        />
      ))}
    </fieldset>
  )
}
