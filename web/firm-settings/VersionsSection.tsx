import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { restoreFirmSettings } from '../../api/firm-settings.ts'
import type { FirmSettingsView } from '../../domain/firm-settings.ts'
import type { FirmSettingsDifference, FirmSettingsVersion } from '../../domain/firm-settings-versions.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { formatDateTime } from '../kit/dates.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { toast } from '../kit/toast-store.ts'
import { firmSettings, firmSettingsVersions } from './queries.ts'
import { texts } from './words.ts'

/** Who changed what when, and the way back. */
export function VersionsSection({ settings }: { settings: FirmSettingsView }) {
  const query = useInfiniteQuery(firmSettingsVersions)
  const [asks, setAsks] = useState<FirmSettingsVersion | null>(null)
  const restore = useRestore(settings.version, () => setAsks(null))
  return (
    <Panel title="Versions" note={texts.versions} flush className="max-w-[48rem]">
      <PagedList
        query={query}
        more="Show earlier versions"
        loading={<SkeletonRows rows={4} label="Loading versions" />}
        empty={<EmptyState title="No versions yet">{texts.noVersions}</EmptyState>}
      >
        {(versions) => (
          <RowList label="Versions">
            {versions.map((each) => (
              <Row
                key={each.id}
                title={`Version ${each.version}`}
                aside={each.isCurrent && <Badge tone="ok">Current</Badge>}
                meta={`Saved by ${each.changedByName ?? 'someone'} on ${formatDateTime(each.changedAt)}`}
                below={<Differences differences={each.differences} />}
                {...(each.allowed.includes('restore') && {
                  action: (
                    <Button size="small" variant="ghost" onClick={() => setAsks(each)}>
                      Restore<span className="sr-only"> version {each.version}</span>
                    </Button>
                  ),
                })}
              />
            ))}
          </RowList>
        )}
      </PagedList>
      <AskDialog
        open={asks !== null}
        title={`Restore version ${asks?.version ?? ''}?`}
        question={texts.restore}
        act="Restore version"
        pending={restore.isPending}
        onCancel={() => setAsks(null)}
        onAct={() => asks !== null && restore.mutate(asks.version)}
      />
    </Panel>
  )
}

function Differences({ differences }: { differences: FirmSettingsDifference[] }) {
  if (differences.length === 0) return <p className="text-body text-ink-2">Nothing was changed.</p>
  const sections = [...new Set(differences.map(({ section }) => section))].join(', ')
  return (
    <details className="text-body text-ink-2">
      <summary className="cursor-pointer">
        {differences.length === 1 ? '1 change' : `${differences.length} changes`}: {sections}
      </summary>
      <dl className="mt-3 space-y-3">
        {differences.map(({ section, field, before, after }) => (
          <div key={`${section} ${field}`}>
            <dt className="font-semibold text-ink">
              {section}: {field}
            </dt>
            <dd className="mt-1 grid grid-cols-1 gap-3 whitespace-pre-wrap wrap-anywhere sm:grid-cols-2">
              <Value label="Before" value={before} />
              <Value label="After" value={after} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function Value({ label, value }: { label: string; value: string | null }) {
  return (
    <div className="min-w-0">
      <span className="block text-meta text-ink-3">{label}</span>
      {value ?? 'Not set'}
    </div>
  )
}

function useRestore(ifMatch: number, onSettled: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (version: number) => call(restoreFirmSettings, { params: { version: String(version) }, ifMatch }),
    onSuccess: (saved, version) => {
      client.setQueryData(firmSettings.queryKey, saved)
      toast.success(`Version ${version} restored`)
    },
    onError: (error) =>
      toast({
        title: 'Couldn’t restore the version',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: () => {
      onSettled()
      return client.invalidateQueries({ queryKey: firmSettings.queryKey })
    },
  })
}
