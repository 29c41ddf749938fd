// What the database refuses, as sentences: one line for each constraint that people can run into.
import { passkeyKnown } from '../domain/passkey.ts'
import { conflict, type DomainError } from '../domain/errors.ts'

export const constraintSentences: Record<string, () => DomainError> = {
  invoice_number_is_unique: () => conflict('This number is taken. Leave it out to get the next one.', 'invoiceNumber'),
  contract_number_is_unique: () =>
    conflict('This number is taken. Leave it out to get the next one.', 'contractNumber'),
  user_email_is_unique: () => conflict('Someone with this email address already has an account.', 'email'),
  user_username_is_unique: () => conflict('This username is taken.'),
  folder_contact_is_added_once: () => conflict('This person is a contact of the folder already.', 'email'),
  passkey_is_known_once: passkeyKnown,
  client_folder_one_for_each_request: () => conflict('A client folder was already created from this request.'),
  hr_policy_version_is_acknowledged_once: () => conflict('You have acknowledged this version already.'),
  client_folder_erased_stays_archived: () => conflict('This client was erased. The folder stays as it is.'),
  document_object_is_claimed_once: () => conflict('This upload was already registered as a document.'),
}
