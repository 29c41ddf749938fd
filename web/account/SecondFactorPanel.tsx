import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SecondFactorView } from '../../domain/second-factor.ts'
import { Button } from '../kit/Button.tsx'
import { AskDialog } from '../kit/Dialog.tsx'
import { ErrorState } from '../kit/EmptyState.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { secondFactor } from './queries.ts'
import { SetUpDialog } from './SetUpDialog.tsx'
import { useRenewCodes, useTurnOff } from './change-second-factor.ts'
import { factorWords, removeAppWords, renewCodesWords, secondFactorNote } from './words.ts'

/** Two-factor authentication: set up an app, get new recovery codes, turn it off. */
export function SecondFactorPanel() {
  const query = useQuery(secondFactor)
  return (
    <Panel
      title="Two-factor authentication"
      note={secondFactorNote}
      action={query.data?.isOn === true && <Badge tone="ok">On</Badge>}
    >
      {query.isPending ? (
        <SkeletonRows rows={2} label="Loading two-factor authentication" />
      ) : query.data === undefined ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Factor factor={query.data} />
      )}
    </Panel>
  )
}

function Factor({ factor }: { factor: SecondFactorView }) {
  const client = useQueryClient()
  const [settingUp, setSettingUp] = useState(false)
  const [asking, setAsking] = useState<'codes' | 'off' | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const renew = useRenewCodes()
  const turnOff = useTurnOff()
  const { isOn, hasApp, passkeys, isRequired } = factor
  const close = () => {
    setSettingUp(false)
    setCodes(null)
    void client.invalidateQueries({ queryKey: ['users'] })
    void client.invalidateQueries({ queryKey: ['sessions'] })
  }
  return (
    <>
      <p className="max-w-[62ch] text-body text-ink-2">{factorWords(factor)}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={() => setSettingUp(true)}>
          {hasApp ? 'Use a different app' : isOn ? 'Set up an app' : 'Set up'}
        </Button>
        {isOn && <Button onClick={() => setAsking('codes')}>New recovery codes</Button>}
        {hasApp && (!isRequired || passkeys > 0) && (
          <Button variant="ghost" onClick={() => setAsking('off')}>
            {passkeys > 0 ? 'Remove authenticator app' : 'Turn off'}
          </Button>
        )}
      </div>
      {settingUp && <SetUpDialog isAnother={hasApp} onClose={close} />}
      {codes !== null && <RecoveryCodesDialog codes={codes} onClose={close} />}
      <AskDialog
        open={asking === 'codes'}
        {...renewCodesWords}
        pending={renew.isPending}
        onCancel={() => setAsking(null)}
        onAct={() =>
          renew.mutate(undefined, {
            onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
            onSettled: () => setAsking(null),
          })
        }
      />
      <AskDialog
        open={asking === 'off'}
        {...removeAppWords(passkeys > 0)}
        danger
        pending={turnOff.isPending}
        onCancel={() => setAsking(null)}
        onAct={() => turnOff.mutate(undefined, { onSettled: () => setAsking(null) })}
      />
    </>
  )
}
