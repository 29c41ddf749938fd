import { Pencil, Send } from 'lucide-react'
import { useState } from 'react'
import type { OnboardingReportView } from '../../domain/onboarding-report.ts'
import { Button } from '../kit/Button.tsx'
import { AskDialog } from '../kit/Dialog.tsx'
import { EditReportDialog } from './EditReportDialog.tsx'
import { useMakeProposal, useShareReport } from './actions.ts'
import { NewReportDialog } from './NewReportDialog.tsx'
import { texts } from './words.ts'

type ReportActionsProps = {
  report: OnboardingReportView
  /** Whether the reader writes reports at all; a shared one is followed by a new one. */
  writes: boolean
}

/** The actions that the reply allows. */
export function ReportActions({ report, writes }: ReportActionsProps) {
  const [open, setOpen] = useState<'edit' | 'share' | 'again' | null>(null)
  const share = useShareReport(report)
  const makeProposal = useMakeProposal(report)
  const { allowed, clientFolderId, clientFolderName, status } = report
  const close = () => setOpen(null)
  return (
    <>
      {allowed.includes('edit') && (
        <Button onClick={() => setOpen('edit')}>
          <Pencil />
          Edit
        </Button>
      )}
      {writes && status === 'shared' && <Button onClick={() => setOpen('again')}>New report</Button>}
      {allowed.includes('make-proposal') && (
        <Button
          variant={allowed.includes('share') ? 'secondary' : 'primary'}
          pending={makeProposal.isPending}
          pendingLabel="Creating..."
          onClick={() => makeProposal.mutate()}
        >
          Create proposal
        </Button>
      )}
      {allowed.includes('share') && (
        <Button variant="primary" onClick={() => setOpen('share')}>
          <Send />
          Share with client
        </Button>
      )}
      {open === 'edit' && <EditReportDialog report={report} onClose={close} />}
      {open === 'again' && <NewReportDialog folderId={clientFolderId} from={report} onClose={close} />}
      <AskDialog
        open={open === 'share'}
        title="Share this report?"
        question={texts.share(clientFolderName)}
        act="Share report"
        pending={share.isPending}
        onCancel={close}
        onAct={() => share.mutate(undefined, { onSettled: close })}
      />
    </>
  )
}
