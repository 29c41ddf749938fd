// Form values of a contract: empty fields are empty strings, and no lines means that no services are given.
import { z } from 'zod'
import { ContractChange, ContractInput, type ContractView } from '../../domain/contract.ts'
import type { TemplateChoice } from '../../domain/agreement-template.ts'
import type { FirmSignatureInput } from '../../domain/firm-signature.ts'
import type { SignerChoice } from '../../domain/signer.ts'
import { officeDate } from '../../domain/time.ts'
import { serviceLineFormValues, type ServiceLineFormValues } from '../service-rates/service-lines.ts'

export interface ContractFormValues {
  clientFolderId: string
  /** Empty: none. */
  proposalId: string
  clientName: string
  clientEmail: string
  clientPhone: string
  clientCompany: string
  clientAddress: string
  services: ServiceLineFormValues[]
  /** Used without a template. */
  terms: string
  template: TemplateChoice | null
  /** Cents; null while the lines decide. */
  totalValue: number | null
  startDate: string
  endDate: string
  /** Left out where the firm doesn't sign. */
  firmSignature?: FirmSignatureInput | undefined
  /** For a new contract; undefined: the client alone. */
  signers?: SignerChoice[] | undefined
  /** For a new contract. */
  signBy?: string | undefined
}

/** With a proposal, its services and its value; with lines, their sum; otherwise the value that was typed. */
export const NewContractForm = z
  .custom<ContractFormValues>()
  .transform(({ services, totalValue, terms, ...typed }): z.input<typeof ContractInput> => ({
    ...typed,
    ...(typed.template === null && { terms }),
    ...(typed.proposalId === '' && (services.length > 0 ? { services } : { totalValue })),
  }))
  .pipe(ContractInput)

/** The lines decide where there are any; sent are only those that were touched (EditContractDialog.tsx). */
export const EditContractForm = z
  .custom<ContractFormValues>()
  .transform(
    ({
      services,
      totalValue,
      terms,
      signers: _signers,
      signBy: _signBy,
      ...typed
    }): z.input<typeof ContractChange> => ({
      ...typed,
      ...(typed.template === null && { terms }),
      ...(services.length > 0 ? { services } : { totalValue }),
    }),
  )
  .pipe(ContractChange)

export const blankContract = (clientFolderId: string, terms: string): ContractFormValues => ({
  clientFolderId,
  proposalId: '',
  clientName: '',
  clientEmail: '',
  clientPhone: '',
  clientCompany: '',
  clientAddress: '',
  services: [],
  terms,
  template: null,
  totalValue: null,
  startDate: officeDate(new Date()),
  endDate: '',
  signBy: '',
})

/** Lines without a price of their own can't be edited as hours × rate. */
export const hasPlainLines = ({ services }: Pick<ContractView, 'services'>) =>
  services.some(({ totalCost }) => totalCost === null)

export const formValuesOf = (contract: ContractView): ContractFormValues => ({
  clientFolderId: contract.clientFolderId,
  proposalId: contract.proposalId ?? '',
  clientName: contract.clientName,
  clientEmail: contract.clientEmail,
  clientPhone: contract.clientPhone ?? '',
  clientCompany: contract.clientCompany ?? '',
  clientAddress: contract.clientAddress ?? '',
  services: hasPlainLines(contract) ? [] : contract.services.map(serviceLineFormValues),
  terms: contract.terms,
  template: contract.template,
  totalValue: contract.services.length > 0 && !hasPlainLines(contract) ? null : contract.totalValue,
  startDate: contract.startDate,
  endDate: contract.endDate ?? '',
})
