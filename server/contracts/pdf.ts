import type { Contract } from '../../domain/contract.ts'
import { officeDate } from '../../domain/time.ts'
import type { CertificateDocument } from '../pdf-templates/certificate.ts'
import type { ContractDocument } from '../pdf-templates/contract.ts'

/** Content of a contract's PDF. @param certificate of its signatures, for the sealed version */
export const contractDocument = (contract: Contract, certificate: CertificateDocument | null): ContractDocument => ({
  number: contract.contractNumber,
  madeOn: officeDate(new Date(contract.createdAt)),
  issuedBy: contract.createdByName,
  client: {
    name: contract.clientName,
    company: contract.clientCompany,
    address: contract.clientAddress,
    email: contract.clientEmail,
    phone: contract.clientPhone,
  },
  services: contract.services.map(({ customName, description, estimatedHours, hourlyRate, totalCost }) => ({
    name: customName,
    description,
    hours: estimatedHours,
    rate: hourlyRate,
    total: totalCost,
  })),
  totalValue: contract.totalValue,
  startsOn: contract.startDate,
  endsOn: contract.endDate,
  terms: contract.terms,
  certificate,
})
