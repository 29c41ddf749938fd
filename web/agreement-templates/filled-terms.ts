import { useQuery } from '@tanstack/react-query'
import type { TemplateChoice } from '../../domain/agreement-template.ts'
import type { FieldValues } from '../../domain/template-fields.ts'
import { fillTemplate } from '../../domain/template-text.ts'
import { templateVersion } from './queries.ts'

/** The text that the server will fill in from a template; null without one, and while it is loading. */
export function useFilledTerms(choice: TemplateChoice | null | undefined, values: FieldValues): string | null {
  const { data } = useQuery({
    ...templateVersion(choice ?? { id: '', version: 0 }),
    enabled: choice !== null && choice !== undefined,
  })
  return choice === null || choice === undefined || data === undefined
    ? null
    : fillTemplate(data, choice.clauses, values)
}
