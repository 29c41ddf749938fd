// A portal with records of most kinds, for tests of backup and maintenance: money, documents, files, a signature,
// emails, an audit log.
import { daysAfter, officeDate } from '../domain/time.ts'
import { approvedProposal, contractInput, proposalLines, proposalTotal, signContract } from './contracts.ts'
import { addDocument } from './uploads.ts'
import type { TestApp } from './test-app.ts'

export interface PortalItems {
  proposalId: string
  contractId: string
  contractNumber: string
  invoiceId: string
  invoiceNumber: string
  paymentId: string
  documentId: string
}

export async function fillPortal(testApp: TestApp): Promise<PortalItems> {
  const { acme } = testApp.folders
  const proposalId = await approvedProposal(testApp)
  const contract = await testApp.alice.post(
    '/api/contracts',
    contractInput(testApp, { services: proposalLines, totalValue: proposalTotal }),
  )
  const signed = await signContract(testApp, contract.body.id)
  if (signed.status !== 201) throw new Error(`The contract could not be signed: ${signed.text}`)
  const today = officeDate(testApp.db.now)
  const invoice = await testApp.alice.post('/api/invoices', {
    clientFolderId: acme.id,
    lineItems: [{ description: 'Consulting, “as agreed”, \\ and\nmore', quantity: 2.5, rate: 10_010 }],
    dueDate: daysAfter(today, 30),
  })
  await testApp.alice.patch(`/api/invoices/${invoice.body.id}/status`, { status: 'sent' })
  const payment = await testApp.alice.post(`/api/invoices/${invoice.body.id}/payments`, { amount: 1000 })
  const document = await addDocument(testApp.ann, acme.id)
  const message = await testApp.ann.post(`/api/client-folders/${acme.id}/messages`, {
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
