import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { createContractFromProposal } from '../../api/contracts.ts'
import { ContractFromProposal } from '../../domain/contract.ts'
import { TemplatePicker } from '../agreement-templates/TemplatePicker.tsx'
import type { ProposalView } from '../../domain/proposal.ts'
import { FirmSignatureFields, firmSignatureOf, sendingOf } from '../contracts/FirmSignatureFields.tsx'
import { useBillingDefaults } from '../firm-settings/queries.ts'
import { call } from '../kit/call.ts'
import { officeDay } from '../kit/dates.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { usePortalForm } from '../kit/form.ts'
import { formatMoney } from '../kit/money.ts'
import { useNow } from '../kit/now.ts'
import { DateField } from '../kit/TextField.tsx'
import { toast } from '../kit/toast-store.ts'
import { ContractPreview } from './ContractPreview.tsx'
import { texts } from './words.ts'

const failure = 'Failed to create contract'

const Form = ContractFromProposal.pick({ startDate: true, endDate: true, template: true, firmSignature: true })

/** Creates a contract from an approved proposal; only the dates are missing. */
export function MakeContractDialog({ proposal, onClose }: { proposal: ProposalView; onClose: () => void }) {
  const client = useQueryClient()
  const now = useNow()
  const navigate = useNavigate()
  const { firmSignsContracts } = useBillingDefaults()
  const form = usePortalForm({
    schema: Form,
    defaultValues: {
      startDate: officeDay(now),
      endDate: '',
      template: null,
      ...(firmSignsContracts ? { firmSignature: { password: '' } } : {}),
    },
    failure,
    send: (body, idempotencyKey) =>
      call(createContractFromProposal, { params: { id: proposal.id }, body, idempotencyKey }),
    onSent: async ({ id }) => {
      toast.success('Contract created successfully')
      onClose()
      void client.invalidateQueries({ queryKey: ['proposals'] })
      void client.invalidateQueries({ queryKey: ['contracts'] })
      await navigate({ to: '/contracts/$id', params: { id } })
    },
    onFailed: () => toast.error(failure),
  })
  const { register, errorOf, setValue } = form
  const [startDate, endDate = '', template] = useWatch({
    control: form.control,
    name: ['startDate', 'endDate', 'template'],
  })
  return (
    <FormDialog
      title="Create contract"
      description={texts.newContract(proposal.title, formatMoney(proposal.totalCost))}
      width="wide"
      {...sendingOf(form, { submit: 'Create contract', submitting: 'Creating...' }, { firmSigns: firmSignsContracts })}
      onClose={onClose}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <DateField label="Start date" error={errorOf('startDate')} {...register('startDate')} />
        <DateField label="End date" optional error={errorOf('endDate')} {...register('endDate')} />
      </div>
      <div className="mt-4">
        <TemplatePicker
          kind="contract"
          value={template}
          error={errorOf('template')}
          onChange={(choice) => setValue('template', choice, { shouldDirty: true })}
        />
      </div>
      <ContractPreview proposalId={proposal.id} startDate={startDate} endDate={endDate} template={template} />
      {firmSignsContracts && (
        <div className="mt-5">
          <FirmSignatureFields {...firmSignatureOf(form)} />
        </div>
      )}
    </FormDialog>
  )
}
