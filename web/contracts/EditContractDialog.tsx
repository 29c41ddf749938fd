import { useQueryClient } from '@tanstack/react-query'
import { changeContract } from '../../api/contracts.ts'
import type { ContractDetails, ContractView } from '../../domain/contract.ts'
import { call } from '../kit/call.ts'
import { formatDate } from '../kit/dates.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { usePortalForm } from '../kit/form.ts'
import { formatMoney } from '../kit/money.ts'
import { MoneyField } from '../kit/MoneyField.tsx'
import { type Difference, keepTyped, useNewerVersion } from '../kit/newer-version.ts'
import { NewerVersion } from '../kit/NewerVersion.tsx'
import { statusWords } from '../kit/StatusBadge.tsx'
import { toast } from '../kit/toast-store.ts'
import { EditContractForm, hasPlainLines, typedFrom } from './contract-form.ts'
import { PartyFields, ServiceFields, TermFields, TotalOf } from './ContractFields.tsx'
import { contractById } from './queries.ts'

const failure = 'Failed to update contract'

/** The text of a contract that awaits its signature. */
export function EditContractDialog({ contract, onClose }: { contract: ContractDetails; onClose: () => void }) {
  const client = useQueryClient()
  const newer = useNewerVersion<ContractDetails>({
    first: contract,
    read: () => client.fetchQuery({ ...contractById(contract.id), staleTime: 0 }),
    describe,
    adopt: (newest) => form.reset(typedFrom(newest), keepTyped),
  })
  const form = usePortalForm({
    schema: EditContractForm,
    defaultValues: typedFrom(contract),
    failure,
    send: ({ services, ...rest }): Promise<ContractView> => {
      // Lines that nobody touched stay to the letter, also those that hours × rate could not say.
      const body = dirtyFields.services === undefined ? rest : { ...rest, services }
      return newer.onBase((ifMatch) => call(changeContract, { params: { id: contract.id }, body, ifMatch }))
    },
    onSent: async () => {
      toast({ title: 'Success', description: 'Contract updated successfully' })
      await client.invalidateQueries({ queryKey: ['contracts'] })
      onClose()
    },
    onFailed: () => toast({ title: 'Error', description: failure, variant: 'destructive' }),
  })
  const { dirtyFields } = form.formState
  return (
    <FormDialog
      title="Edit contract"
      description="The client is told, and has to open the new text before signing it."
      width="wide"
      form={form}
      submit="Save contract"
      submitting="Updating..."
      total={<TotalOf control={form.control} />}
      onClose={onClose}
    >
      <NewerVersion differences={newer.differences} />
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
      </div>
    </FormDialog>
  )
}

function describe(before: ContractDetails, after: ContractDetails): Difference[] {
  const fields: [keyof ContractDetails, string, string][] = [
    ['clientName', 'Client name', after.clientName],
    ['clientEmail', 'Client email', after.clientEmail],
    ['clientPhone', 'Phone', after.clientPhone ?? 'none'],
    ['clientCompany', 'Company', after.clientCompany ?? 'none'],
    ['clientAddress', 'Address', after.clientAddress ?? 'none'],
    ['services', 'Services', after.services.map(({ customName }) => customName).join(', ')],
    ['totalValue', 'Total value', formatMoney(after.totalValue)],
    ['startDate', 'Start date', formatDate(after.startDate)],
    ['endDate', 'End date', after.endDate === null ? 'none' : formatDate(after.endDate)],
    ['terms', 'Terms', 'other ones'],
    ['status', 'Status', statusWords(after.status)],
  ]
  return fields
    .filter(([key]) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map(([, label, now]) => ({ label, now }))
}
