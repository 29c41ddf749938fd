import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { createContract } from '../../api/contracts.ts'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import type { ContractView } from '../../domain/contract.ts'
import { companyIn } from '../../domain/contract-content.ts'
import type { ProposalView } from '../../domain/proposal.ts'
import { agreedLines } from '../../domain/proposal-options.ts'
import { FolderPicker } from '../client-folders/FolderPicker.tsx'
import { useBillingDefaults } from '../firm-settings/queries.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { Money } from '../kit/Money.tsx'
import { NotFilledIn } from '../kit/NotFilledIn.tsx'
import { userById } from '../users/queries.ts'
import { blankContract, NewContractForm, type ContractFormValues } from './contract-form.ts'
import { PartyFields, ServiceFields, TermFields, TotalOf } from './ContractFields.tsx'
import { ContractLivePreview } from './ContractLivePreview.tsx'
import { FirmSignatureFields, firmSignatureOf, sendingOf } from './FirmSignatureFields.tsx'
import { ProposalPicker } from './ProposalPicker.tsx'
import { SignerFields } from '../signing/SignerFields.tsx'
import { ServiceTable } from './ServiceTable.tsx'

const failure = 'Failed to create contract'

type CreateContractDialogProps = {
  /** Where it is made from a folder's own page. */
  folder?: ClientFolderView
  onClose: () => void
  onMade?: (contract: ContractView) => void
}

/** A contract from a proposal, or from its own lines, or for a sum. */
export function CreateContractDialog({ folder, onClose, onMade }: CreateContractDialogProps) {
  const client = useQueryClient()
  const { contractTerms, publicBodyContractTerms, firmSignsContracts } = useBillingDefaults()
  const termsIn = ({ sector }: ClientFolderView) =>
    sector === 'public-school' ? publicBodyContractTerms : contractTerms
  const [proposal, setProposal] = useState<ProposalView | null>(null)
  /** The folder whose client could not be read. */
  const [unread, setUnread] = useState<ClientFolderView | null>(null)
  const form = useSaveForm({
    schema: NewContractForm,
    defaultValues: {
      ...blankContract(folder?.id ?? '', folder === undefined ? contractTerms : termsIn(folder)),
      ...(firmSignsContracts ? { firmSignature: { password: '' } } : {}),
    },
    failure,
    send: (body, idempotencyKey) => call(createContract, { body, idempotencyKey }),
    success: 'Contract created successfully',
    queryKey: ['contracts'],
    onClose,
    onSaved: onMade,
  })

  /** The folder's client, as far as the account says; null for one that can't be read now. */
  async function partyIn(chosen: ClientFolderView): Promise<Partial<ContractFormValues> | null> {
    if (chosen.clientId === null) return {}
    const user = await client.fetchQuery(userById(chosen.clientId)).catch(() => null)
    if (user === null) return null
    return {
      clientName: chosen.clientName ?? '',
      clientEmail: chosen.clientEmail ?? '',
      clientPhone: user.phone ?? '',
      clientCompany: companyIn(chosen) ?? '',
      clientAddress: chosen.address ?? '',
    }
  }

  function chooseFolder(chosen: ClientFolderView) {
    form.setValue('clientFolderId', chosen.id, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
    form.setValue('signers', undefined)
    if (dirtyFields.terms !== true) form.setValue('terms', termsIn(chosen))
    chooseProposal(null)
    void fillParty(chosen)
  }

  /** What someone typed themselves stays. */
  async function fillParty(chosen: ClientFolderView) {
    const party = await partyIn(chosen)
    if (form.getValues('clientFolderId') !== chosen.id) return
    setUnread(party === null ? chosen : null)
    if (party === null) return
    for (const key of ['clientName', 'clientEmail', 'clientPhone', 'clientCompany', 'clientAddress'] as const)
      if (dirtyFields[key] !== true)
        form.setValue(key, party[key] ?? '', { shouldValidate: form.formState.isSubmitted })
  }

  function chooseProposal(chosen: ProposalView | null) {
    setProposal(chosen)
    form.setValue('proposalId', chosen?.id ?? '', { shouldDirty: true })
  }

  const { dirtyFields } = form.formState
  const fillAtFirst = useEffectEvent(() => folder !== undefined && void fillParty(folder))
  useEffect(() => {
    fillAtFirst()
  }, [])

  const folderId = form.watch('clientFolderId')
  return (
    <FormDialog
      title="Create Contract"
      width="wide"
      {...sendingOf(form, { submit: 'Create Contract', submitting: 'Creating...' }, { firmSigns: firmSignsContracts })}
      total={proposal === null ? <TotalOf control={form.control} /> : <TotalOfProposal proposal={proposal} />}
      preview={<ContractLivePreview form={form} proposal={proposal} />}
      onClose={onClose}
    >
      <div className="space-y-5">
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <FolderPicker
            label="Client folder"
            value={folderId}
            error={form.errorOf('clientFolderId')}
            onChoose={(chosen) => chosen !== null && chooseFolder(chosen)}
          />
          <ProposalPicker
            folderId={folderId}
            chosen={proposal}
            error={form.errorOf('proposalId')}
            onChoose={chooseProposal}
          />
        </div>
        {unread !== null && unread.id === folderId && (
          <NotFilledIn what="Couldn’t load the client’s details." onRetry={() => void fillParty(unread)} />
        )}
        <PartyFields form={form} />
        {proposal === null ? (
          <ServiceFields form={form} />
        ) : (
          <section aria-label="Services of the proposal">
            <h3 className="text-panel text-ink">Services</h3>
            <ServiceTable lines={agreedLines(proposal)} totalLabel="Total value" total={proposal.totalCost} />
          </section>
        )}
        <TermFields form={form} />
        {folderId !== '' && (
          <SignerFields
            folderId={folderId}
            noun="contracts"
            value={form.watch('signers')}
            error={form.errorOf('signers')}
            onChange={(next) => form.setValue('signers', next, { shouldDirty: true })}
            signBy={form.register('signBy')}
            signByError={form.errorOf('signBy')}
          />
        )}
        {firmSignsContracts && <FirmSignatureFields {...firmSignatureOf(form)} />}
      </div>
    </FormDialog>
  )
}

const TotalOfProposal = ({ proposal }: { proposal: ProposalView }) => (
  <>
    Total value <Money cents={proposal.totalCost} />
  </>
)
