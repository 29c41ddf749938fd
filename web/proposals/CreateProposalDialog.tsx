import { useWatch } from 'react-hook-form'
import { createProposal } from '../../api/proposals.ts'
import { ProposalInput } from '../../domain/proposal.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { ProposalFields } from './ProposalFields.tsx'
import { ProposalTotal } from './ProposalTotal.tsx'
import { newProposal, typedTotal } from './typed.ts'

const failure = 'Failed to create proposal'

type CreateProposalDialogProps = {
  /** The folder it is for, where that is known already. */
  clientFolderId?: string
  onClose: () => void
}

export function CreateProposalDialog({ clientFolderId = '', onClose }: CreateProposalDialogProps) {
  const form = useSaveForm({
    schema: ProposalInput,
    defaultValues: newProposal(clientFolderId),
    failure,
    // What was shown is what is meant: the portal refuses a total that is not its own.
    send: (body, idempotencyKey) =>
      call(createProposal, { body: { ...body, totalCost: typedTotal(body) }, idempotencyKey }),
    success: 'Proposal created successfully',
    queryKey: ['proposals'],
    onClose,
  })
  const services = useWatch({ control: form.control, name: 'services' })
  return (
    <FormDialog
      title="Create Proposal"
      description="It is a draft until you send it."
      width="wide"
      form={form}
      submit="Create Proposal"
      submitting="Creating..."
      disabled={services.length === 0}
      total={<ProposalTotal services={services} />}
      onClose={onClose}
    >
      <ProposalFields form={form} choosesFolder />
    </FormDialog>
  )
}
