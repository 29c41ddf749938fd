import { changeContract } from '../../api/contracts.ts'
import type { ContractDetails, ContractView } from '../../domain/contract.ts'
import { contractLabels } from '../agreements/status-labels.ts'
import { useBillingDefaults } from '../firm-settings/queries.ts'
import { call } from '../kit/call.ts'
import { formatDate } from '../kit/dates.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useEditForm } from '../kit/save-form.ts'
import { formatMoney } from '../kit/money.ts'
import { MoneyField } from '../kit/MoneyField.tsx'
import { EditContractForm, hasPlainLines, formValuesOf } from './contract-form.ts'
import { PartyFields, ServiceFields, TermFields, TotalOf } from './ContractFields.tsx'
import { ContractLivePreview } from './ContractLivePreview.tsx'
import { FirmSignatureFields, firmSignatureOf, sendingOf } from './FirmSignatureFields.tsx'
import { contractById } from './queries.ts'

const failure = 'Failed to update contract'

/** The text of a contract that is not signed yet. */
export function EditContractDialog({ contract, onClose }: { contract: ContractDetails; onClose: () => void }) {
  const { firmSignsContracts } = useBillingDefaults()
  const firmSigns = firmSignsContracts || contract.firmSignature !== null
  const form = useEditForm({
    item: contract,
    read: (client) => client.fetchQuery({ ...contractById(contract.id), staleTime: 0 }),
    valuesOf: (item) => ({ ...formValuesOf(item), ...(firmSigns ? { firmSignature: { password: '' } } : {}) }),
    describe,
    schema: EditContractForm,
    failure,
    send: ({ services, ...rest }, ifMatch): Promise<ContractView> => {
      // Lines that no one touched stay to the email, also those that hours × rate could not say.
      const body = dirtyFields.services === undefined ? rest : { ...rest, services }
      return call(changeContract, { params: { id: contract.id }, body, ifMatch })
    },
    success: 'Contract updated successfully',
    queryKey: ['contracts'],
    onClose,
  })
  const { dirtyFields } = form.formState
  return (
    <FormDialog
      title="Edit contract"
      description="We’ll notify the client, who must open the new version before signing."
      width="wide"
      {...sendingOf(
        form,
        { submit: 'Save changes', submitting: 'Updating...' },
        { firmSigns, canBeUnsigned: contract.firmSignature === null },
      )}
      total={<TotalOf control={form.control} />}
      preview={<ContractLivePreview form={form} contract={contract} />}
      onClose={onClose}
    >
      <div className="space-y-5">
        <PartyFields form={form} />
        {hasPlainLines(contract) ? (
          <MoneyField
            label="Total value"
            name="totalValue"
            control={form.control}
            error={form.errorOf('totalValue')}
            help={`For: ${contract.services.map(({ customName }) => customName).join(', ')}.`}
          />
        ) : (
          <ServiceFields form={form} />
        )}
        <TermFields form={form} />
        {firmSigns && <FirmSignatureFields {...firmSignatureOf(form)} />}
      </div>
    </FormDialog>
  )
}

const describe = (after: ContractDetails): [keyof ContractDetails, string, string][] => [
  ['clientName', 'Client name', after.clientName],
  ['clientEmail', 'Client email', after.clientEmail],
  ['clientPhone', 'Phone', after.clientPhone ?? 'none'],
  ['clientCompany', 'Company', after.clientCompany ?? 'none'],
  ['clientAddress', 'Address', after.clientAddress ?? 'none'],
  ['services', 'Services', after.services.map(({ customName }) => customName).join(', ')],
  ['totalValue', 'Total value', formatMoney(after.totalValue)],
  ['startDate', 'Start date', formatDate(after.startDate)],
  ['endDate', 'End date', after.endDate === null ? 'none' : formatDate(after.endDate)],
  ['terms', 'Terms', 'changed'],
  ['template', 'Template', after.template === null ? 'none' : `version ${after.template.version}`],
  ['status', 'Status', contractLabels[after.status]],
]
