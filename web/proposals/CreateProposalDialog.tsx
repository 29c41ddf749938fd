import { useWatch } from 'react-hook-form'
import { createProposal } from '../../api/proposals.ts'
import { ProposalInput } from '../../domain/proposal.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { ProposalFields } from './ProposalFields.tsx'
import { ProposalPreview } from './ProposalPreview.tsx'
import { ProposalTotal } from './ProposalTotal.tsx'
import { newProposal, formTotal } from './form-values.ts'

const failure = 'Failed to create proposal'

type CreateProposalDialogProps = {
  /** The folder, if already known. */
  clientFolderId?: string
  onClose: () => void
}

export function CreateProposalDialog({ clientFolderId = '', onClose }: CreateProposalDialogProps) {
  const form = useSaveForm({
    schema: ProposalInput,
    defaultValues: newProposal(clientFolderId),
    failure,
    // Send the displayed total: the portal rejects one that differs from its own.
    send: (body, idempotencyKey) =>
      call(createProposal, { body: { ...body, totalCost: formTotal(body) }, idempotencyKey }),
    success: 'Proposal created successfully',
    queryKey: ['proposals'],
    onClose,
  })
  const services = useWatch({ control: form.control, name: 'services' })
  return (
    <FormDialog
      title="Create Proposal"
      description="The proposal stays a draft until you send it."
      width="wide"
      form={form}
      submit="Create Proposal"
      submitting="Creating..."
      disabled={services.length === 0}
      total={<ProposalTotal services={services} />}
      preview={<ProposalPreview form={form} />}
      onClose={onClose}
    >
      <ProposalFields form={form} choosesFolder />
    </FormDialog>
  )
}
