import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { changeProposal } from '../../api/proposals.ts'
import { ProposalInput, type ProposalView } from '../../domain/proposal.ts'
import { call } from '../kit/call.ts'
import { formatDate } from '../kit/dates.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { usePortalForm } from '../kit/form.ts'
import { formatMoney } from '../kit/money.ts'
import { type Difference, keepTyped, useNewerVersion } from '../kit/newer-version.ts'
import { NewerVersion } from '../kit/NewerVersion.tsx'
import { toast } from '../kit/toast-store.ts'
import { ProposalFields } from './ProposalFields.tsx'
import { ProposalTotal } from './ProposalTotal.tsx'
import { proposalById } from './queries.ts'
import { typedFrom, typedTotal } from './typed.ts'
import { statusLabels } from './words.ts'

const failure = 'Failed to update proposal'

export function EditProposalDialog({ proposal, onClose }: { proposal: ProposalView; onClose: () => void }) {
  const client = useQueryClient()
  const newer = useNewerVersion<ProposalView>({
    first: proposal,
    read: () => client.fetchQuery({ ...proposalById(proposal.id), staleTime: 0 }),
    describe,
    adopt: (newest) => form.reset(typedFrom(newest), keepTyped),
  })
  const form = usePortalForm({
    schema: ProposalInput,
    defaultValues: typedFrom(proposal),
    failure,
    send: (body) =>
      newer.onBase((ifMatch) =>
        call(changeProposal, {
          params: { id: proposal.id },
          body: { ...body, totalCost: typedTotal(body) },
          ifMatch,
        }),
      ),
    onSent: async () => {
      toast({ title: 'Success', description: 'Proposal updated successfully' })
      await client.invalidateQueries({ queryKey: ['proposals'] })
      onClose()
    },
    onFailed: () => toast({ title: 'Error', description: failure, variant: 'destructive' }),
  })
  const services = useWatch({ control: form.control, name: 'services' })
  return (
    <FormDialog
      title="Edit proposal"
      description={`For ${proposal.clientFolderName}`}
      width="wide"
      form={form}
      submit="Save proposal"
      submitting="Updating..."
      disabled={services.length === 0}
      total={<ProposalTotal services={services} />}
      onClose={onClose}
    >
      <NewerVersion differences={newer.differences} />
      <ProposalFields form={form} choosesFolder={false} />
    </FormDialog>
  )
}

function describe(before: ProposalView, after: ProposalView): Difference[] {
  const lines: [string, (proposal: ProposalView) => string][] = [
    ['Title', ({ title }) => title],
    ['Description', ({ description }) => description],
    ['Valid until', ({ validUntil }) => (validUntil === null ? 'not set' : formatDate(validUntil))],
    ['Services', ({ services, totalCost }) => `${services.length} lines, ${formatMoney(totalCost)}`],
    [
      'Timeline',
      ({ timeline }) => timeline.map(({ phase, duration }) => `${phase} (${duration})`).join(', ') || 'none',
    ],
    ['Status', ({ status }) => statusLabels[status]],
  ]
  return lines.filter(([, say]) => say(before) !== say(after)).map(([label, say]) => ({ label, now: say(after) }))
}
