import { useQuery } from '@tanstack/react-query'
import { administrators } from '../../domain/actor.ts'
import type { Dashboard } from '../../domain/dashboard.ts'
import { Button } from '../kit/Button.tsx'
import { portalConfig } from '../kit/config.ts'
import { Panel } from '../kit/Panel.tsx'
import { useUser } from '../session/use-auth.ts'
import { DemonstrationStrip } from './DemonstrationStrip.tsx'
import { firstSteps, useSettingAside } from './queries.ts'
import { Step } from './Step.tsx'
import { progress } from './words.ts'

/** What a new portal still needs, for its administrators; a demonstration that is in use has done with it. */
export function FirstSteps({ figures }: { figures: Dashboard | undefined }) {
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
  const { data } = useQuery(firstSteps)
  const aside = useSettingAside()
  // It is beside the work of the day: while it cannot be read, nothing is missed.
  if (data === undefined || data.steps.every(({ done }) => done)) return null
  if (data.isSetAside)
    return (
      <p className="mt-3 text-meta text-ink-3">
        First steps of a new portal: {progress(data)}.{' '}
        <button
          type="button"
          disabled={aside.isPending}
          onClick={() => aside.mutate(false)}
          className="link font-semibold coarse:min-h-11"
        >
          Show first steps
        </button>
      </p>
    )
  const next = data.steps.find(({ done }) => !done)
  return (
    <Panel
      flush
      className="mt-6 overflow-clip"
      title="First steps"
      note={
        <>
          {progress(data)}
          <span className="max-sm:hidden">. Each is ticked off by itself once it is true.</span>
        </>
      }
      action={
        <Button size="small" variant="ghost" pending={aside.isPending} onClick={() => aside.mutate(true)}>
          Put away
          <span className="sr-only">the first steps</span>
        </Button>
      }
    >
      <ol aria-label="First steps" className="divide-y divide-line">
        {data.steps.map((step) => (
          <Step key={step.name} step={step} all={data} isNext={step === next} />
        ))}
      </ol>
    </Panel>
  )
}
