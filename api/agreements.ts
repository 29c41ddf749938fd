import { AgreementFigures, AgreementFiguresQuery } from '../domain/agreement-figures.ts'
import { AgreementChain, AgreementChainQuery } from '../domain/agreement-chain.ts'
import { read } from './kit/endpoint.ts'

export const readAgreementFigures = read({
  path: '/api/agreements/figures',
  who: 'signed-in',
  summary:
    'Counts the proposals, contracts, and invoices that the caller can see, by status, with their totals in cents. For sent and overdue invoices the total is the balance due.',
  query: AgreementFiguresQuery,
  reply: AgreementFigures,
})

export const readAgreementChain = read({
  path: '/api/agreements/chain',
  who: 'signed-in',
  summary:
    'Returns the proposal, contract, and invoices related to the one in the query (exactly one; otherwise 400), with the invoiced, paid, and outstanding amounts in cents, and the contracts that renew or amend it.',
  query: AgreementChainQuery,
  reply: AgreementChain,
})
