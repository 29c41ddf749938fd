import type { Contract } from '../../domain/contract.ts'
import type { ContractContent } from '../../domain/contract-content.ts'
import { officeDate } from '../../domain/time.ts'
import type { FirmSignature } from './firm-signature.ts'
import type { CertificateDocument } from '../pdf-templates/certificate.ts'
import type { ContractDocument } from '../pdf-templates/contract.ts'

type PrintedContract = ContractContent & Pick<Contract, 'contractNumber' | 'createdAt' | 'createdByName'>

/**
 * Content of a contract's PDF.
 * @param firm the firm's signature on this text
 * @param certificate of its signatures, for the sealed version
 */
export const contractDocument = (
  contract: PrintedContract,
  firm: FirmSignature | null,
  certificate: CertificateDocument | null,
): ContractDocument => ({
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
  firmSigned: firm === null ? null : { name: firm.signerName, at: firm.signedAt.toISOString() },
  certificate,
})
