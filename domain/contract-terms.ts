// Default terms of a contract: notice, payment, late charge, and governing law, as in section 9 of the specification until
// the firm settings are saved.

export const noticeDays = 30
export const governingLaw = 'Virginia'

export interface PaymentTerms {
  dueDays: number
  /** In hundredths of a percent per month; 0 for none. */
  lateCharge: number
}

export const firstPaymentTerms: PaymentTerms = { dueDays: 30, lateCharge: 150 }

export const termsFor = ({ dueDays, lateCharge }: PaymentTerms): string =>
  [
    `Termination. Either party may end this contract by giving the other ${noticeDays} days’ written notice. The client pays for services performed through the termination date.`,
    dueDays === 0
      ? 'Payment. Invoices are due on receipt.'
      : `Payment. Invoices are due within ${dueDays} days of their date (Net ${dueDays}).`,
    lateCharge === 0
      ? null
      : `Late payment. An amount not paid by its due date is subject to a late charge of ${lateCharge / 100}% per month until paid.`,
    `Governing law. This contract is governed by the laws of the Commonwealth of ${governingLaw}.`,
  ]
    .filter((paragraph) => paragraph !== null)
    .join('\n\n')

export const defaultTerms = termsFor(firstPaymentTerms)
