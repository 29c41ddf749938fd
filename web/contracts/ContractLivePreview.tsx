import { useDeferredValue } from 'react'
import { useWatch } from 'react-hook-form'
import type { ContractView } from '../../domain/contract.ts'
import { relatedTerms } from '../../domain/contract-relation.ts'
import type { ServiceLine } from '../../domain/service-line.ts'
import { contractFieldValues } from '../../domain/template-values.ts'
import { useFilledTerms } from '../agreement-templates/filled-terms.ts'
import type { ProposalView } from '../../domain/proposal.ts'
import { agreedLines } from '../../domain/proposal-options.ts'
import { CalendarDate } from '../../domain/text.ts'
import type { PortalForm } from '../kit/form-with.ts'
import { officeDay } from '../kit/dates.ts'
import { totalOfLines } from '../kit/lines.ts'
import { useNow } from '../kit/now.ts'
import { printedServiceLines, serviceColumns } from '../service-rates/service-lines.ts'
import type { ContractFormValues } from './contract-form.ts'
import { ContractDocument } from './ContractDocument.tsx'

type ContractLivePreviewProps<Sent> = {
  form: PortalForm<ContractFormValues, Sent>
  /** The one that is edited. */
  contract?: ContractView
  /** Its services are used instead of the form's. */
  proposal?: ProposalView | null
  /** The contract that a new one renews or amends. */
  previous?: ContractView['previous']
  /** Lines without a price of their own, which are not in the form. */
  plainLines?: readonly ServiceLine[]
}

/** A live preview of the contract as it will be printed. */
export function ContractLivePreview<Sent>({
  form,
  contract,
  proposal = null,
  previous = contract?.previous ?? null,
  plainLines = contract?.services ?? [],
}: ContractLivePreviewProps<Sent>) {
  const now = useNow()
  const values = useDeferredValue(
    useWatch({ control: form.control, compute: (all: ContractFormValues) => structuredClone(all) }),
  )
  const lines = proposal === null ? printedServiceLines(values.services) : agreedLines(proposal)
  const total = values.services.length > 0 ? totalOfLines(values.services, serviceColumns) : values.totalValue
  const services = lines.length === 0 ? [...plainLines] : lines
  const orNull = (text: string) => text.trim() || null
  const printed = {
    contractNumber: contract?.contractNumber ?? 'Draft',
    previous,
    clientName: values.clientName.trim() || '…',
    clientEmail: values.clientEmail,
    clientPhone: orNull(values.clientPhone),
    clientCompany: orNull(values.clientCompany),
    clientAddress: orNull(values.clientAddress),
    services,
    totalValue: proposal?.totalCost ?? total ?? 0,
    startDate: isDate(values.startDate) ? values.startDate : officeDay(now),
    endDate: isDate(values.endDate) ? values.endDate : null,
    createdAt: contract?.createdAt ?? now.toISOString(),
    signers: contract?.signers ?? [{ id: 'client', side: 'client' as const, name: null, signedAt: null }],
    firmSignature: null,
  }
  const filled = useFilledTerms(values.template, contractFieldValues(printed))
  const terms = values.template === null ? values.terms : relatedTerms(filled ?? '', previous)
  return <ContractDocument contract={{ ...printed, terms }} />
}

const isDate = (text: string) => CalendarDate.safeParse(text).success
