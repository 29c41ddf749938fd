import { useNavigate } from '@tanstack/react-router'
import { amendContract, renewContract } from '../../api/contracts.ts'
import type { ContractDetails, ContractRelation } from '../../domain/contract.ts'
import { useBillingDefaults } from '../firm-settings/queries.ts'
import { call } from '../kit/call.ts'
import { officeDay } from '../kit/dates.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { MoneyField } from '../kit/MoneyField.tsx'
import { useNow } from '../kit/now.ts'
import { useSaveForm } from '../kit/save-form.ts'
import { SignerFields } from '../signing/SignerFields.tsx'
import { hasPlainLines } from './contract-form.ts'
import { PartyFields, ServiceFields, TermFields, TotalOf } from './ContractFields.tsx'
import { ContractLivePreview } from './ContractLivePreview.tsx'
import { FirmSignatureFields, firmSignatureOf, sendingOf } from './FirmSignatureFields.tsx'
import { relatedFormOf, relatedFormValues } from './related-contract-form.ts'
import { texts } from './words.ts'

const failure = 'Failed to create contract'

type RelatedContractDialogProps = {
  /** The contract that is renewed or amended. */
  contract: ContractDetails
  relation: ContractRelation
  onClose: () => void
}

/** A renewal or an amendment, filled in from the earlier contract. */
export function RelatedContractDialog({ contract, relation, onClose }: RelatedContractDialogProps) {
  const navigate = useNavigate()
  const today = officeDay(useNow())
  const { firmSignsContracts } = useBillingDefaults()
  const isRenewal = relation === 'renewal'
  const hasFixedLines = isRenewal && hasPlainLines(contract)
  const { id: previousId, contractNumber, clientFolderId } = contract
  const form = useSaveForm({
    schema: relatedFormOf(contract, relation),
    defaultValues: {
      ...relatedFormValues(contract, relation, today),
      ...(firmSignsContracts ? { firmSignature: { password: '' } } : {}),
    },
    failure,
    send: (body, idempotencyKey) => {
      const input = { params: { id: previousId }, body, idempotencyKey }
      return isRenewal ? call(renewContract, input) : call(amendContract, input)
    },
    success: 'Contract created successfully',
    queryKey: ['contracts'],
    onClose,
    onSaved: ({ id }) => void navigate({ to: '/contracts/$id', params: { id } }),
  })
  const submit = isRenewal ? 'Create renewal' : 'Create amendment'
  return (
    <FormDialog
      title={isRenewal ? 'Renew contract' : 'Amend contract'}
      description={(isRenewal ? texts.renew : texts.amend)(contractNumber)}
      width="wide"
      {...sendingOf(form, { submit, submitting: 'Creating...' }, { firmSigns: firmSignsContracts })}
      total={<TotalOf control={form.control} />}
      preview={
        <ContractLivePreview
          form={form}
          previous={{ id: previousId, contractNumber, relation }}
          plainLines={hasFixedLines ? contract.services : []}
        />
      }
      onClose={onClose}
    >
      <div className="space-y-5">
        <PartyFields form={form} />
        {hasFixedLines ? (
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
        <SignerFields
          folderId={clientFolderId}
          noun="contracts"
          value={form.watch('signers')}
          error={form.errorOf('signers')}
          onChange={(next) => form.setValue('signers', next, { shouldDirty: true })}
          signBy={form.register('signBy')}
          signByError={form.errorOf('signBy')}
        />
        {firmSignsContracts && <FirmSignatureFields {...firmSignatureOf(form)} />}
      </div>
    </FormDialog>
  )
}
