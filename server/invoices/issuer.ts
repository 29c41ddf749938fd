// The firm on an invoice: as it was when the invoice was sent, for a draft as it is now.
import type { ClientFolder } from '../../domain/client-folder.ts'
import { type FirmSettings, paymentParagraphs } from '../../domain/firm-settings.ts'
import type { Issuer } from '../../domain/invoice.ts'

export const issuerOf = (
  { identity, billing }: Pick<FirmSettings, 'identity' | 'billing'>,
  { sector }: Pick<ClientFolder, 'sector'>,
): Issuer => ({
  name: identity.name,
  address: identity.address,
  phone: identity.phone,
  email: identity.email,
  payment: paymentParagraphs(identity, billing, sector === 'public-school'),
})
