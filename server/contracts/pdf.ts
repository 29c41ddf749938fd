import type { Contract } from '../../domain/contract.ts'
import type { ContractContent } from '../../domain/contract-content.ts'
import type { Signer } from '../../domain/signer.ts'
import { officeDate } from '../../domain/time.ts'
import type { FirmSignature } from './firm-signature.ts'
import type { ContractDocument } from '../pdf-templates/contract.ts'

type PrintedContract = ContractContent & Pick<Contract, 'contractNumber' | 'createdAt' | 'createdByName' | 'previous'>

/**
 * Content of a contract's PDF.
 * @param firm the firm's signature on this text
 * @param signers each gets a place; in a preview, the client alone
 */
export const contractDocument = (
  contract: PrintedContract,
  firm: FirmSignature | null,
  signers: readonly Pick<Signer, 'side'>[],
): ContractDocument => ({
  number: contract.contractNumber,
  previous: contract.previous && { number: contract.previous.contractNumber, relation: contract.previous.relation },
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
  places: {
    client: Math.max(1, signers.filter(({ side }) => side === 'client').length),
    firm: signers.filter(({ side }) => side === 'firm').length,
  },
})
