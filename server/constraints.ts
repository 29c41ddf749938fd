// Maps database constraints to error sentences, one line for each constraint that users can run into.
import { timeTaken } from '../domain/booking-times.ts'
import { mergedFolder } from '../domain/client-folder.ts'
import { passkeyKnown } from '../domain/passkey.ts'
import { conflict, type DomainError } from '../domain/errors.ts'

export const constraintSentences: Record<string, () => DomainError> = {
  invoice_number_is_unique: () => conflict('This number is taken. Leave it out to get the next one.', 'invoiceNumber'),
  credit_note_number_is_unique: () => conflict('This number is taken. Try again.', 'creditNoteNumber'),
  booking_time_is_free: timeTaken,
  online_refund_is_open_once: () => conflict('A refund of this payment is in progress. Wait until it appears here.'),
  payment_is_reversed_once: () => conflict('This entry was already reversed.'),
  contract_number_is_unique: () =>
    conflict('This number is taken. Leave it out to get the next one.', 'contractNumber'),
  user_email_is_unique: () => conflict('Someone with this email address already has an account.', 'email'),
  user_username_is_unique: () => conflict('This username is taken.'),
  folder_contact_is_added_once: () => conflict('This person is already a contact of the folder.', 'email'),
  passkey_is_known_once: passkeyKnown,
  client_folder_one_for_each_request: () => conflict('A client folder was already created from this request.'),
  handbook_is_one_for_each_folder: () => conflict('This folder already has a handbook. Open that one.'),
  handbook_version_is_numbered_once: () =>
    conflict('This handbook was changed or sent while you were sending it. Open it again and check it.'),
  hr_policy_version_is_acknowledged_once: () => conflict('You’ve already acknowledged this version.'),
  client_folder_erased_stays_archived: () =>
    conflict('This client’s data was deleted, so the folder can’t be changed.'),
  client_folder_merged_stays_archived: mergedFolder,
  document_object_is_claimed_once: () => conflict('This upload was already registered as a document.'),
}
