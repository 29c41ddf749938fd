// Form values of a renewal or an amendment: those of a contract, filled in from the earlier one.
import { z } from 'zod'
import { type ContractRelation, type ContractView, RelatedContractInput } from '../../domain/contract.ts'
import { relationDefaults } from '../../domain/contract-relation.ts'
import { serviceLineFormValues } from '../service-rates/service-lines.ts'
import { type ContractFormValues, hasPlainLines } from './contract-form.ts'

/** @param needsLines sends `services` even if empty, because omitted lines would be taken from the earlier contract */
const formWith = (needsLines: boolean) =>
  z
    .custom<ContractFormValues>()
    .transform(
      ({
        services,
        totalValue,
        terms,
        clientFolderId: _folder,
        proposalId: _proposal,
        ...typed
      }): z.input<typeof RelatedContractInput> => ({
        ...typed,
        ...(typed.template === null && { terms }),
        ...(services.length > 0 || needsLines ? { services } : { totalValue }),
      }),
    )
    .pipe(RelatedContractInput)

const forms = { withLines: formWith(true), withoutLines: formWith(false) }

const hasLines = (contract: ContractView) => contract.services.length > 0 && !hasPlainLines(contract)

export const relatedFormOf = (contract: ContractView, relation: ContractRelation) =>
  relation === 'renewal' && hasLines(contract) ? forms.withLines : forms.withoutLines

export function relatedFormValues(
  contract: ContractView,
  relation: ContractRelation,
  today: string,
): ContractFormValues {
  const { services, terms, totalValue, startDate, endDate } = relationDefaults(contract, relation, today)
  const lines = relation === 'renewal' && !hasLines(contract) ? [] : services
  return {
    clientFolderId: contract.clientFolderId,
    proposalId: '',
    clientName: contract.clientName,
    clientEmail: contract.clientEmail,
    clientPhone: contract.clientPhone ?? '',
    clientCompany: contract.clientCompany ?? '',
    clientAddress: contract.clientAddress ?? '',
    services: lines.map(serviceLineFormValues),
    terms,
    template: relation === 'renewal' ? contract.template : null,
    totalValue: lines.length > 0 ? null : totalValue,
    startDate,
    endDate: endDate ?? '',
    signBy: '',
  }
}
