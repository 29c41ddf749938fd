import { useMutation } from '@tanstack/react-query'
import { FileSearch } from 'lucide-react'
import { useRef, useState } from 'react'
import { verificationLimitBytes } from '../../domain/verification.ts'
import { Button } from '../kit/Button.tsx'
import { sentenceOf } from '../kit/call.ts'
import { portalConfig } from '../kit/config.ts'
import { FileDrop } from '../kit/FileDrop.tsx'
import { FormProblem } from '../kit/FormProblem.tsx'
import { usePageTitle } from '../kit/page-title.ts'
import { Panel } from '../kit/Panel.tsx'
import { sendFile } from './send-file.ts'
import { TrustPanel } from './TrustPanel.tsx'
import { VerdictView } from './VerdictView.tsx'
import { texts } from './words.ts'

const title = 'Verify a document'

/** A public page that checks whether the portal sealed a file, and that it is unchanged. */
export default function VerifyPage() {
  usePageTitle(title)
  const { provider } = portalConfig()
  const [share, setShare] = useState(0)
  const stop = useRef<AbortController | null>(null)
  const verification = useMutation({
    mutationFn: (file: File) => {
      stop.current = new AbortController()
      return sendFile({ file, signal: stop.current.signal, onProgress: setShare })
    },
  })
  const again = verification.isPending || verification.isSuccess
  const start = (chosen: File | undefined) => {
    if (chosen === undefined) return
    stop.current?.abort()
    setShare(0)
    verification.mutate(chosen)
  }
  const cancel = () => {
    stop.current?.abort()
    verification.reset()
  }
  return (
    <div className="mx-auto max-w-[680px] pt-4 sm:pt-10">
      <h1 className="font-display text-title-phone text-ink sm:text-title">{title}</h1>
      <p className="mt-1 mb-6 text-lead text-ink-2">{texts.page(provider.name)}</p>
      <div className="space-y-6">
        <Panel>
          <FormProblem problem={verification.isError ? sentenceOf(verification.error, failure) : null} />
          <div role="status">
            {verification.isSuccess && <VerdictView file={verification.variables} verification={verification.data} />}
          </div>
          {verification.isPending && <OnItsWay name={verification.variables.name} share={share} onCancel={cancel} />}
          {/* Stays mounted, so that keyboard focus remains on its button while the result is announced. */}
          <FileDrop
            label="File to verify"
            icon={again ? undefined : FileSearch}
            button={again ? 'Choose another file' : 'Choose a file'}
            variant={again ? 'secondary' : 'primary'}
            hint={texts.file(verificationLimitBytes / 1_048_576)}
            accept=".pdf,application/pdf"
            onFiles={([file]) => start(file)}
          >
            <span className="coarse:hidden">
              {again ? 'Drop another PDF here, or choose one.' : 'Drop a PDF here, or choose it from your computer.'}
            </span>
          </FileDrop>
        </Panel>
        <TrustPanel />
      </div>
    </div>
  )
}

const failure = 'Couldn’t verify the file. Try again.'

function OnItsWay({ name, share, onCancel }: { name: string; share: number; onCancel: () => void }) {
  const words = share < 1 ? `Uploading, ${Math.round(share * 100)}%` : 'Checking'
  return (
    <div className="mb-5">
      <p className="text-panel wrap-anywhere text-ink">{name}</p>
      <p className="text-meta text-ink-3">{words}</p>
      <progress
        aria-label={`Verifying ${name}`}
        value={share < 1 ? share : undefined}
        max={1}
        className="mt-2 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-mist-2 [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-mist-2 [&::-webkit-progress-value]:bg-primary"
      />
      <Button className="mt-4" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
