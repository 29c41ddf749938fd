/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  firmSigns:
    'The administrator who creates or edits a contract signs it with a password or passkey, or leaves the signature out.',
  paymentInstructions: 'Leave empty to request checks payable to the firm. Separate paragraphs with an empty line.',
  publicPaymentInstructions: 'For clients whose sector is public school. Their invoices don’t mention a late charge.',
  accentColor: 'Buttons and links on pages, and the button in emails. Leave empty for the portal’s color.',
  page: 'Set what invoices, emails, PDFs, and the public site say about your firm. Changes apply right away.',
  officeHours: 'Shown on the public site, in Eastern Time. Holidays are announced 30 days ahead.',
  booking:
    'Visitors book on the public site, clients in the portal. Each person on the team sets their own booking hours under Appointments.',
  noOfficeHours: 'No times are offered yet, because the office is closed every day. Enter your office hours first.',
  noStripeKeys: 'No Stripe keys are set, so clients can’t pay online yet. See the operations guide.',
  services:
    'What visitors and clients can request, in this order. Requests, folders, and documents keep the name they were created with.',
  mostServices: 'You’ve reached the limit of 30 services. Rename one that you no longer need.',
  serviceDetail: 'On the public site. Without it, the site repeats the sentence.',
  publicSite: 'The page visitors see. Use plain text without HTML.',
  salesTax:
    'Applies to new invoices. To update a draft, save it again. Sent invoices don’t change, and exempt clients pay no tax.',
  time: 'Used in the report “Profit by client”, which only administrators see.',
  hourlyCost:
    'What an hour of your team’s work costs on average, with pay, taxes, and benefits. Leave empty to show no profit.',
  versions: 'Each save is a version. Restoring one saves it again as a new version.',
  noVersions: 'A version will appear here when someone saves a section.',
  restore:
    'All sections and the logo will be as they were in this version, right away. Services that were added since are hidden. You can restore the current version later.',
  noConnection: 'Couldn’t reach the server. Check your connection and try again.',
}
