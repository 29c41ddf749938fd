import { useQuery } from '@tanstack/react-query'
import { readTemplateVersion } from '../../api/agreement-templates.ts'
import type { TemplateChoice } from '../../domain/agreement-template.ts'
import { useMay } from '../session/use-may.ts'
import { templateVersion } from './queries.ts'

/** Which template the terms come from, for the team. */
export const TemplateOrigin = ({ choice }: { choice: TemplateChoice | null }) =>
  useMay(readTemplateVersion) && choice !== null ? <Origin choice={choice} /> : null

function Origin({ choice }: { choice: TemplateChoice }) {
  const { data } = useQuery(templateVersion(choice))
  if (data === undefined) return null
  return (
    <p className="mt-2 text-body wrap-anywhere text-ink-2">
      Terms from the template “{data.name}”, version {data.number}.
    </p>
  )
}
