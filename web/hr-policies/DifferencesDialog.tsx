import { useQuery } from '@tanstack/react-query'
import type { PolicyDifferences } from '../../domain/hr-policy-version.ts'
import { classes } from '../kit/classes.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { ErrorState } from '../kit/EmptyState.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { changesIn } from './changes-in.ts'
import { policyDifferences } from './queries.ts'
import { texts } from './words.ts'

type DifferencesDialogProps = {
  policy: { slug: string; title: string }
  from: number
  to: number
  onClose: () => void
}

/** What one version changed since another: the paragraphs that came and went, under their headings. */
export function DifferencesDialog({ policy, from, to, onClose }: DifferencesDialogProps) {
  const query = useQuery(policyDifferences(policy.slug, from, to))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="wide"
      title={`From version ${from} to version ${to}`}
      description={policy.title}
    >
      {query.data !== undefined ? (
        <Changes parts={query.data.parts} />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows label="Comparing the versions" />
      )}
    </Dialog>
  )
}

function Changes({ parts }: Pick<PolicyDifferences, 'parts'>) {
  const changes = changesIn(parts)
  if (changes.length === 0) return <p className="text-body text-ink-2">{texts.sameText}</p>
  return (
    <div className="space-y-6">
      {changes.map(({ heading, isNew, lines }, index) => (
        <section key={index}>
          <h3 className="mb-2 flex flex-wrap items-center gap-2 text-panel text-ink">
            {heading}
            {isNew && <Badge tone="ok">New section</Badge>}
          </h3>
          <ul className="space-y-2">
            {lines.map(({ kind, text }, at) => (
              <li
                key={at}
                className={classes(
                  'rounded-sm border-l-[3px] px-3 py-2 text-body wrap-anywhere',
                  kind === 'added' ? 'border-ok bg-ok-soft text-ok' : 'border-danger bg-danger-soft text-danger',
                )}
              >
                <span className="block text-micro font-semibold">{kind === 'added' ? 'Added' : 'Removed'}</span>
                {kind === 'added' ? <ins className="no-underline">{text}</ins> : <del>{text}</del>}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
