import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SecondFactorView } from '../../domain/second-factor.ts'
import { Button } from '../kit/Button.tsx'
import { formatDate } from '../kit/dates.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { ErrorState } from '../kit/EmptyState.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { secondFactor } from './queries.ts'
import { SetUpDialog } from './SetUpDialog.tsx'
import { useRenewCodes, useTurnOff } from './change-second-factor.ts'

/** What is asked for after the password: set up an app, get new recovery codes, turn it off. */
export function SecondFactorPanel() {
  const query = useQuery(secondFactor)
  return (
    <Panel
      title="Two-step sign-in"
      note="Besides your password, a passkey or a code from an app on your phone."
      action={query.data?.isOn === true && <Badge tone="ok">On</Badge>}
    >
      {query.isPending ? (
        <SkeletonRows rows={2} label="Loading two-step sign-in" />
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
  const { isOn, hasApp, passkeys, recoveryCodesLeft, isRequired } = factor
  const close = () => {
    setSettingUp(false)
    setCodes(null)
    void client.invalidateQueries({ queryKey: ['users'] })
    void client.invalidateQueries({ queryKey: ['sessions'] })
  }
  return (
    <>
      <p className="max-w-[62ch] text-body text-ink-2">
        {factorWords(factor)}
        {isOn && ` ${leftWords(recoveryCodesLeft)}`}
        {isRequired && ' It is required for the team.'}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={() => setSettingUp(true)}>
          {hasApp ? 'Use another app' : isOn ? 'Set up an app' : 'Set up'}
        </Button>
        {isOn && <Button onClick={() => setAsking('codes')}>New recovery codes</Button>}
        {hasApp && (!isRequired || passkeys > 0) && (
          <Button variant="ghost" onClick={() => setAsking('off')}>
            {passkeys > 0 ? 'Take the app off' : 'Turn off'}
          </Button>
        )}
      </div>
      {settingUp && <SetUpDialog isAnother={hasApp} onClose={close} />}
      {codes !== null && <RecoveryCodesDialog codes={codes} onClose={close} />}
      <AskDialog
        open={asking === 'codes'}
        title="Make new recovery codes?"
        question="The codes you have now stop working at once."
        act="Make new codes"
        pending={renew.isPending}
        onKeep={() => setAsking(null)}
        onAct={() =>
          renew.mutate(undefined, {
            onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
            onSettled: () => setAsking(null),
          })
        }
      />
      <AskDialog
        open={asking === 'off'}
        title={passkeys > 0 ? 'Take the authenticator app off?' : 'Turn two-step sign-in off?'}
        question={
          passkeys > 0
            ? 'Its codes stop working. Your passkeys and recovery codes stay.'
            : 'Your password alone will open your account. The recovery codes stop working.'
        }
        act={passkeys > 0 ? 'Take it off' : 'Turn off'}
        danger
        pending={turnOff.isPending}
        onKeep={() => setAsking(null)}
        onAct={() => turnOff.mutate(undefined, { onSettled: () => setAsking(null) })}
      />
    </>
  )
}

function factorWords({ isOn, hasApp, since }: SecondFactorView): string {
  if (!isOn) return 'Somebody who learns your password still cannot sign in without your phone.'
  if (!hasApp) return 'After your password, your passkey or a recovery code is asked for.'
  return `The app is on since ${since === null ? 'today' : formatDate(since)}.`
}

const leftWords = (left: number) =>
  left === 0
    ? 'No recovery codes are left; make new ones.'
    : left === 1
      ? '1 recovery code is left.'
      : `${left} recovery codes are left.`
