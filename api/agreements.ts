import { AgreementFigures, AgreementFiguresQuery } from '../domain/agreement-figures.ts'
import { read } from './kit/endpoint.ts'

export const readAgreementFigures = read({
  path: '/api/agreements/figures',
  who: 'signed-in',
  summary:
    'Counts the proposals, contracts, and invoices that the caller can see, by status, with their totals in cents. For sent and overdue invoices the total is the balance due.',
  query: AgreementFiguresQuery,
  reply: AgreementFigures,
})
