import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../kit/Button.tsx'
import { portalConfig } from '../kit/config.ts'
import { AskDialog, Dialog } from '../kit/Dialog.tsx'
import { texts } from './words.ts'

/** Shown once: to be copied, saved or written down before it is closed. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const [isSaved, setIsSaved] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const text = `${portalConfig().provider.name}: recovery codes\nEach one works once.\n\n${codes.join('\n')}\n`
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setMessage('Copied')
      setIsSaved(true)
    } catch {
      // Not over plain http, nor where it was denied.
      setMessage(texts.copyingBlocked)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && (isSaved ? onClose() : setLeaving(true))}
      title="Save your recovery codes"
      description={texts.saveRecoveryCodes}
      footer={
        <Button variant="primary" onClick={onClose}>
          I’ve saved them
        </Button>
      }
    >
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-1 gap-x-6 gap-y-1.5 rounded-md bg-mist px-4 py-3.5 text-body text-ink select-all sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="font-mono tracking-wide">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Button onClick={() => void copy()}>
          <Copy />
          Copy
        </Button>
        <Button onClick={() => save(text, () => setIsSaved(true))}>
          <Download />
          Download
        </Button>
        <output className="text-meta text-ink-3">{message}</output>
      </div>
      <AskDialog
        open={leaving}
        title="Close without saving?"
        question={texts.closeWithoutSaving}
        keep="Go back"
        act="Close"
        danger
        onCancel={() => setLeaving(false)}
        onAct={onClose}
      />
    </Dialog>
  )
}

function save(text: string, onSaved: () => void) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'recovery-codes.txt'
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
  onSaved()
}
