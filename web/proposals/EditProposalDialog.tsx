import { useWatch } from 'react-hook-form'
import { changeProposal } from '../../api/proposals.ts'
import { ProposalInput, type ProposalView } from '../../domain/proposal.ts'
import { call } from '../kit/call.ts'
import { formatDate } from '../kit/dates.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useEditForm } from '../kit/save-form.ts'
import { formatMoney } from '../kit/money.ts'
import { ProposalFields } from './ProposalFields.tsx'
import { ProposalPreview } from './ProposalPreview.tsx'
import { ProposalTotal } from './ProposalTotal.tsx'
import { proposalById } from './queries.ts'
import { formValuesOf, formTotal } from './form-values.ts'
import { statusLabels } from './words.ts'

const failure = 'Failed to update proposal'

export function EditProposalDialog({ proposal, onClose }: { proposal: ProposalView; onClose: () => void }) {
  const form = useEditForm({
    item: proposal,
    read: (client) => client.fetchQuery({ ...proposalById(proposal.id), staleTime: 0 }),
    valuesOf: formValuesOf,
    describe,
    schema: ProposalInput,
    failure,
    send: (body, ifMatch) =>
      call(changeProposal, {
        params: { id: proposal.id },
        body: { ...body, totalCost: formTotal(body) },
        ifMatch,
      }),
    success: 'Proposal updated successfully',
    queryKey: ['proposals'],
    onClose,
  })
  const services = useWatch({ control: form.control, name: 'services' })
  return (
    <FormDialog
      title="Edit proposal"
      description={`For ${proposal.clientFolderName}`}
      width="wide"
      form={form}
      submit="Save changes"
      submitting="Updating..."
      disabled={services.length === 0}
      total={<ProposalTotal services={services} />}
      preview={<ProposalPreview form={form} proposal={proposal} />}
      onClose={onClose}
    >
      <ProposalFields form={form} choosesFolder={false} />
    </FormDialog>
  )
}

const describe = (after: ProposalView): [keyof ProposalView, string, string][] => [
  ['title', 'Title', after.title],
  ['description', 'Description', after.description],
  ['validUntil', 'Valid until', after.validUntil === null ? 'not set' : formatDate(after.validUntil)],
  ['services', 'Services', `${after.services.length} lines, ${formatMoney(after.totalCost)}`],
  ['timeline', 'Timeline', after.timeline.map(({ phase, duration }) => `${phase} (${duration})`).join(', ') || 'none'],
  ['template', 'Template', after.template === null ? 'none' : `version ${after.template.version}`],
  ['status', 'Status', statusLabels[after.status]],
]
