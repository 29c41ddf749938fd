import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { beginSecondFactor, confirmSecondFactor } from '../../api/second-factor.ts'
import { CodeInput, type NewSecret } from '../../domain/second-factor.ts'
import { call } from '../kit/call.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { ErrorState } from '../kit/EmptyState.tsx'
import { usePortalForm } from '../kit/form.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { TextField } from '../kit/TextField.tsx'
import { QrCode } from './QrCode.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { texts } from './words.ts'

type SetUpProps = { isAnother: boolean; onClose: () => void }

const title = 'Set up two-factor authentication'

/** Scan, enter a code, save the recovery codes. Closing before the code changes nothing. */
export function SetUpDialog({ isAnother, onClose }: SetUpProps) {
  // One secret for each time it is opened: a second look must not replace the one that was scanned.
  const opening = useId()
  const setup = useQuery({
    queryKey: ['new-secret', opening],
    queryFn: () => call(beginSecondFactor),
    gcTime: 0,
  })
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes !== null) return <RecoveryCodesDialog codes={codes} onClose={onClose} />
  if (setup.data !== undefined)
    return <ScanAndConfirm secret={setup.data} isAnother={isAnother} onConfirmed={setCodes} onClose={onClose} />
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
      {setup.isError ? (
        <ErrorState error={setup.error} onRetry={() => void setup.refetch()} />
      ) : (
        <SkeletonRows rows={4} label="Preparing setup" />
      )}
    </Dialog>
  )
}

type ScanProps = {
  secret: NewSecret
  isAnother: boolean
  onConfirmed: (codes: string[]) => void
  onClose: () => void
}

function ScanAndConfirm({ secret: { secret, uri }, isAnother, onConfirmed, onClose }: ScanProps) {
  const form = usePortalForm({
    schema: CodeInput,
    defaultValues: { code: '' },
    failure: 'Couldn’t check the code. Try again.',
    send: (body) => call(confirmSecondFactor, { body }),
    onSent: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  })
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])
  return (
    <FormDialog
      title={title}
      description={
        isAnother
          ? 'Your current app keeps working until you enter a code from the new one.'
          : 'Use any authenticator app, such as Google Authenticator, Microsoft Authenticator, or 1Password.'
      }
      form={form}
      submit="Turn on"
      submitting="Checking..."
      onClose={onClose}
    >
      <ol className="grid grid-cols-1 gap-5">
        <li>
          <h3 className="text-panel text-ink">1. Scan this code with the app</h3>
          <div className="mt-3 flex flex-wrap gap-x-6 gap-y-4">
            <div className="rounded-md border border-line bg-mist p-2">
              <QrCode text={uri} label="QR code for your authenticator app" />
            </div>
            <div className="min-w-0 flex-1 basis-56">
              <p className="text-meta font-semibold text-ink">Or enter this key manually</p>
              <p className="mt-1 text-lead break-words text-ink select-all">{inFours(secret)}</p>
              <p className="mt-1 text-meta text-ink-3">{texts.setupKey}</p>
              <a
                href={uri}
                className="link mt-3 inline-flex items-center rounded-sm text-body font-semibold coarse:min-h-11"
              >
                Open in an app on this device
              </a>
            </div>
          </div>
        </li>
        <li>
          <h3 className="mb-3 text-panel text-ink">2. Enter the code from the app</h3>
          <TextField
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            className="max-w-72"
            error={form.errorOf('code')}
            {...form.register('code')}
          />
        </li>
      </ol>
    </FormDialog>
  )
}

const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret
