import type { Contract } from '../../domain/contract.ts'
import { officeDate } from '../../domain/time.ts'
import type { CertificatePaper } from '../papers/certificate.ts'
import type { ContractPaper } from '../papers/contract.ts'

/** What stands on a contract's paper. @param certificate of its signature, for the copy that is sealed */
export const contractPaper = (contract: Contract, certificate: CertificatePaper | null): ContractPaper => ({
  number: contract.contractNumber,
  status: contract.status,
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
