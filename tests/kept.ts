// A portal with something of most kinds in it, for stories about keeping it: money, papers, files, a signature, letters, a trail.
import { daysAfter, officeDate } from '../domain/time.ts'
import { approvedProposal, contractInput, proposalLines, proposalTotal, signContract } from './contracts.ts'
import { addDocument } from './uploads.ts'
import type { World } from './world.ts'

export interface Kept {
  proposalId: string
  contractId: string
  contractNumber: string
  invoiceId: string
  invoiceNumber: string
  paymentId: string
  documentId: string
}

export async function fillPortal(world: World): Promise<Kept> {
  const { acme } = world.folders
  const proposalId = await approvedProposal(world)
  const contract = await world.alice.post(
    '/api/contracts',
    contractInput(world, { services: proposalLines, totalValue: proposalTotal }),
  )
  const signed = await signContract(world, contract.body.id)
  if (signed.status !== 201) throw new Error(`The contract could not be signed: ${signed.text}`)
  const today = officeDate(world.db.now)
  const invoice = await world.alice.post('/api/invoices', {
    clientFolderId: acme.id,
    lineItems: [{ description: 'Consulting, “as agreed”, \\ and\nmore', quantity: 2.5, rate: 10_010 }],
    dueDate: daysAfter(today, 30),
  })
  await world.alice.patch(`/api/invoices/${invoice.body.id}/status`, { status: 'sent' })
  const payment = await world.alice.post(`/api/invoices/${invoice.body.id}/payments`, { amount: 1000 })
  const document = await addDocument(world.ann, acme.id)
  const message = await world.ann.post(`/api/client-folders/${acme.id}/messages`, {
    content: 'Is (this), "whole"? \\N\tÄ 漢字 🙂',
  })
  for (const { status, text } of [contract, invoice, payment, document, message])
    if (status !== 201) throw new Error(`Something could not be made: ${text}`)
  return {
    proposalId,
    contractId: contract.body.id,
    contractNumber: contract.body.contractNumber,
    invoiceId: invoice.body.id,
    invoiceNumber: invoice.body.invoiceNumber,
    paymentId: payment.body.id,
    documentId: document.body.id,
  }
}
