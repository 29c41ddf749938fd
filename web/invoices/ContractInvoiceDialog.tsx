import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ContractDetails } from '../../domain/contract.ts'
import { minInstallments } from '../../domain/installment.ts'
import { agreementChain } from '../agreements/queries.ts'
import { ChoiceGroup } from '../kit/CheckboxField.tsx'
import { formatMoney } from '../kit/money.ts'
import { CreateInvoiceDialog } from './CreateInvoiceDialog.tsx'
import { InstallmentsDialog } from './InstallmentsDialog.tsx'
import { invoiceForContract } from './invoice-form.ts'

type How = 'whole' | 'installments'

/** Bills a signed contract: one invoice, or the unbilled amount in installments. */
export function ContractInvoiceDialog({ contract, onClose }: { contract: ContractDetails; onClose: () => void }) {
  const navigate = useNavigate()
  const [how, setHow] = useState<How>('whole')
  const { data: chain } = useQuery(agreementChain({ contractId: contract.id }))
  const remaining = chain?.remaining ?? 0
  const choice = remaining >= minInstallments && (
    <ChoiceGroup
      label="Bill"
      kind="radio"
      look="tiles"
      name="how"
      choices={[
        { value: 'whole', label: 'Full amount', detail: 'One invoice for the services in the contract' },
        { value: 'installments', label: 'Installments', detail: `${formatMoney(remaining)} in 2 to 12 invoices` },
      ]}
      chosen={how}
      onChange={({ target }) => setHow(target.value as How)}
    />
  )
  if (how === 'installments')
    return <InstallmentsDialog contract={contract} remaining={remaining} choice={choice} onClose={onClose} />
  return (
    <CreateInvoiceDialog
      initial={invoiceForContract(contract)}
      choice={choice}
      onCreated={({ id }) => void navigate({ to: '/invoices/$id', params: { id } })}
      onClose={onClose}
    />
  )
}
