import { useQuery } from '@tanstack/react-query'
import { administrators } from '../../domain/actor.ts'
import type { Dashboard } from '../../domain/dashboard.ts'
import { Button } from '../kit/Button.tsx'
import { portalConfig } from '../kit/config.ts'
import { Panel } from '../kit/Panel.tsx'
import { useUser } from '../session/use-auth.ts'
import { DemonstrationStrip } from './DemonstrationStrip.tsx'
import { setupChecklist, useNoReplyNeeded } from './queries.ts'
import { Step } from './SetupStep.tsx'
import { progress } from './words.ts'

/** What a new portal still needs, for its administrators; a demonstration that is in use has done with it. */
export function SetupChecklist({ figures }: { figures: Dashboard | undefined }) {
  const { role } = useUser()
  const { demonstration } = portalConfig()
  if (!administrators.some((each) => each === role) || figures === undefined) return null
  if (!demonstration) return <Checklist />
  if (figures.clientFolders > 1) return null
  return (
    <>
      <DemonstrationStrip />
      <Checklist />
    </>
  )
}

function Checklist() {
  const { data } = useQuery(setupChecklist)
  const aside = useNoReplyNeeded()
  // Optional on the dashboard, so it is hidden while it can't be loaded.
  if (data === undefined || data.steps.every(({ done }) => done)) return null
  if (data.isDismissed)
    return (
      <p className="mt-3 text-meta text-ink-3">
        Getting started: {progress(data)}.{' '}
        <button
          type="button"
          disabled={aside.isPending}
          onClick={() => aside.mutate(false)}
          className="link font-semibold coarse:min-h-11"
        >
          Show setup checklist
        </button>
      </p>
    )
  const next = data.steps.find(({ done }) => !done)
  return (
    <Panel
      flush
      className="mt-6 overflow-clip"
      title="Getting started"
      note={
        <>
          {progress(data)}
          <span className="max-sm:hidden">. Steps are checked off automatically.</span>
        </>
      }
      action={
        <Button size="small" variant="ghost" pending={aside.isPending} onClick={() => aside.mutate(true)}>
          Hide
          <span className="sr-only">the setup checklist</span>
        </Button>
      }
    >
      <ol aria-label="Getting started" className="divide-y divide-line">
        {data.steps.map((step) => (
          <Step key={step.name} step={step} all={data} isNext={step === next} />
        ))}
      </ol>
    </Panel>
  )
}
