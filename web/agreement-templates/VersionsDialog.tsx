import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AgreementTemplateView, TemplateVersion } from '../../domain/agreement-template.ts'
import { fillTemplate } from '../../domain/template-text.ts'
import { Button } from '../kit/Button.tsx'
import { formatDateWithYear } from '../kit/dates.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { ErrorLine } from '../kit/EmptyState.tsx'
import { SelectField } from '../kit/SelectField.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { templateVersion, versionsOfTemplate } from './queries.ts'
import { TermsText } from './TermsText.tsx'
import { unfilledValues } from './words.ts'

/** The published versions of a template, each with its text. */
export function VersionsDialog({ template, onClose }: { template: AgreementTemplateView; onClose: () => void }) {
  const { id, name, currentVersion } = template
  const [version, setVersion] = useState(currentVersion ?? 1)
  const versions = useQuery(versionsOfTemplate(id))
  const shown = useQuery(templateVersion({ id, version }))
  const failed = [versions, shown].find(({ isError }) => isError)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Versions of “${name}”`}
      width="wide"
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {failed !== undefined ? (
        <ErrorLine what="Couldn’t load the versions." error={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <>
          {versions.data !== undefined && (
            <SelectField
              label="Version"
              choices={versions.data.map(({ number, publishedAt, publishedByName }) => ({
                value: String(number),
                label: `Version ${number}, published ${formatDateWithYear(publishedAt)} by ${publishedByName ?? 'an administrator'}`,
              }))}
              value={String(version)}
              onChange={({ target }) => setVersion(Number(target.value))}
            />
          )}
          {shown.data === undefined ? (
            <SkeletonRows rows={3} label="Loading the version" />
          ) : (
            <TermsText terms={unfilledText(shown.data)} />
          )}
        </>
      )}
    </Dialog>
  )
}

/** Fields as they are written, and optional clauses marked. */
function unfilledText({ kind, introduction, clauses }: TemplateVersion): string {
  const marked = clauses.map((clause) =>
    clause.isOptional ? { ...clause, title: `${clause.title} (optional)` } : clause,
  )
  const all = clauses.map((_, index) => index)
  return fillTemplate({ introduction, clauses: marked }, all, unfilledValues(kind))
}
