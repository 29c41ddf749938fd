// The terms that a contract has unless somebody writes others: notice, payment, late charge and governing law, as the
// specification sets them (section 9).

export const noticeDays = 30
export const paymentDays = 30
/** In percent of what is past due. */
export const lateChargePercent = 1.5
export const governingLaw = 'Virginia'

export const defaultTerms = [
  `Termination. Either party may end this contract by giving the other ${noticeDays} days’ written notice. Work done until then is paid for.`,
  `Payment. Invoices are due within ${paymentDays} days of their date (Net ${paymentDays}).`,
  `Late payment. An amount that is not paid when it is due bears a late charge of ${lateChargePercent}% a month until it is paid.`,
  `Governing law. This contract is governed by the laws of the Commonwealth of ${governingLaw}.`,
].join('\n\n')
