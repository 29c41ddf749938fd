// The jobs, one line each: each job is one call into its area.
import type { CronItem, TaskList } from 'graphile-worker'
import sql from 'sql-template-tag'
import type { AppContext } from './app-context.ts'
import { sendAccessReviewReminders } from './access-reviews/jobs.ts'
import { sendAssignmentReminders } from './assignments/jobs.ts'
import { linkPending } from './audit-log/chain.ts'
import { sendContractReminders } from './contracts/jobs.ts'
import { runBulkActions } from './bulk-actions/jobs.ts'
import { runClientImports, sweepClientImports } from './client-imports/jobs.ts'
import { runDocumentImports, sweepDocumentImports } from './document-imports/jobs.ts'
import { storeOriginal } from './contracts/stored-pdf.ts'
import { sendDeadlineReminders } from './deadlines/jobs.ts'
import { sendDocumentReminders } from './document-requests/jobs.ts'
import { makeFolderExports, sweepFolderExports } from './folder-exports/jobs.ts'
import { markOverdueInvoices, sendInvoiceReminders } from './invoices/jobs.ts'
import { createRecurringInvoices } from './invoice-plans/jobs.ts'
import { sendMessageReminders } from './messages/jobs.ts'
import { refreshQuietPayments } from './payments-online/jobs.ts'
import { sendProposalReminders } from './proposals/jobs.ts'
import { sendRequestReminders } from './service-requests/jobs.ts'
import { encryptDrafts, sweepDrafts } from './drafts/actions.ts'
import { sendDailySummaries, sweepNotifications } from './notifications/jobs.ts'
import { firstIdSince } from './kit/id.ts'
import { encryptStoredEmails, type Mailer } from './emails/mailer.ts'
import { isDead } from './sessions/session-store.ts'
import { sweepCalendarFeeds } from './calendar/actions.ts'
import { sendSignInLink } from './sessions/sign-in-links.ts'
import { sendResetLink, sweepSignIns } from './passwords/actions.ts'
import { sweepUploads } from './uploads/actions.ts'
import { encryptConversations } from './hr-assistant/stored-conversations.ts'
import { encryptAnswers } from './hr-forms/stored-answers.ts'
import { sendExpirationReminders } from './documents/expiration-reminders.ts'
import { deleteWithdrawnFiles } from './documents/withdrawal.ts'
import { addDocumentsWithoutText, extractDocumentText, extractPendingTexts } from './documents/document-texts.ts'
import { scanPending } from './documents/scan.ts'
import { encryptStored } from './uploads/encrypt-stored.ts'
import { sweepChallenges } from './passkeys/challenges.ts'
import { sweepProviderSignIns } from './provider-sign-in/pending.ts'
import { sweepPdfs } from './stored-pdfs/actions.ts'
import { readMailbox, sweepReceivedEmails } from './received-emails/jobs.ts'
import { runErasures } from './retention/jobs.ts'
import { purgeDue } from './retention/purge.ts'
import { verifyIfMissed, verifyNightly } from './monitoring/jobs.ts'
import { sendAcknowledgmentReminders } from './employee-acknowledgments/jobs.ts'
import { endPastImpersonations } from './impersonation/actions.ts'
import { sendSignatureReminders } from './signatures/reminders.ts'
import { deliverPush } from './push-subscriptions/deliver.ts'
import { sweepPushSubscriptions } from './push-subscriptions/end.ts'
import { deliverWebhook, sweepDeliveries } from './webhooks/deliver.ts'
import { sealSignature, sealPending } from './signatures/jobs.ts'

export const tasks = ({ db, files, ...rest }: AppContext, mailer: Mailer): TaskList => ({
  'deliver-email': (payload) => mailer.send(db, (payload as { id: string }).id),
  // The job name of releases before 0140, which would send this release's emails without a body.
  'send-email': (payload) => mailer.send(db, (payload as { id: string }).id),
  'link-audit-log': () => linkPending(db, rest.dataKeys),
  'verify-audit-log': () => verifyNightly(db, rest.dataKeys),
  'verify-audit-log-if-missed': () => verifyIfMissed(db, rest.dataKeys),
  'sweep-uploads': () => sweepUploads(db, files),
  'sweep-pdfs': () => sweepPdfs(db, files),
  'scan-waiting': () => scanPending(db, { files, ...rest }),
  'extract-document-text': (payload) => extractDocumentText({ db, ...rest }, (payload as { id: string }).id),
  'extract-pending-texts': () => extractPendingTexts({ db, ...rest }),
  'add-documents-without-text': () => addDocumentsWithoutText(db),
  'encrypt-stored-data': async () => {
    await encryptAnswers(db, rest.dataKeys)
    await encryptDrafts(db, rest.dataKeys)
    await encryptConversations(db, rest.dataKeys)
    await encryptStoredEmails(db, rest.dataKeys)
    await encryptStored(db, rest.store, rest.dataKeys)
  },
  'mark-overdue-invoices': () => markOverdueInvoices(db),
  'create-recurring-invoices': () => createRecurringInvoices(db, rest.config.provider),
  'refresh-online-payments': () => refreshQuietPayments({ db, ...rest }),
  'send-invoice-reminders': () => sendInvoiceReminders(db),
  'send-contract-reminders': () => sendContractReminders(db),
  'store-contract-original': (payload) => storeOriginal({ db, files, ...rest }, (payload as { id: string }).id),
  'send-signature-reminders': () => sendSignatureReminders(db),
  'send-access-review-reminders': () => sendAccessReviewReminders(db),
  'send-deadline-reminders': () => sendDeadlineReminders(db),
  'send-acknowledgment-reminders': () => sendAcknowledgmentReminders(db),
  'send-document-reminders': () => sendDocumentReminders(db),
  'send-expiration-reminders': () => sendExpirationReminders(db),
  'send-proposal-reminders': () => sendProposalReminders(db),
  'send-assignment-reminders': () => sendAssignmentReminders(db),
  'send-message-reminders': () => sendMessageReminders(db),
  'send-request-reminders': () => sendRequestReminders(db),
  'send-daily-summaries': () => sendDailySummaries(db),
  'sweep-notifications': async () => {
    await sweepNotifications(db)
    await sweepDrafts(db)
    await sweepClientImports(db)
    await sweepDocumentImports(db)
  },
  'send-reset-link': (payload) => sendResetLink(db, (payload as { email: string }).email),
  'send-sign-in-link': (payload) => sendSignInLink(db, (payload as { email: string }).email),
  'seal-signature': (payload) => sealSignature({ db, files, ...rest }, (payload as { id: string }).id),
  'seal-waiting': () => sealPending({ db, files, ...rest }),
  'seal-left-behind': () => sealPending({ db, files, ...rest }, { atStart: true }),
  'read-mailbox': () => readMailbox({ db, files, ...rest }),
  'run-client-imports': () => runClientImports(db, rest.log),
  'run-document-imports': () => runDocumentImports({ db, files, ...rest }),
  'run-bulk-actions': () => runBulkActions({ db, files, ...rest }),
  'make-folder-exports': () => makeFolderExports({ db, files, ...rest }),
  'make-folder-exports-left-behind': () => makeFolderExports({ db, files, ...rest }, { atStart: true }),
  'sweep-folder-exports': () => sweepFolderExports(db, files),
  'erase-waiting': () => runErasures({ db, files, ...rest }),
  'purge-due': () => purgeDue(db, files),
  'delete-withdrawn-files': () => deleteWithdrawnFiles(db, files),
  'end-impersonations': () => endPastImpersonations(db),
  'deliver-webhook': (payload) =>
    deliverWebhook(
      { db, ...rest, allowsPrivateAddresses: rest.config.allowsPrivateWebhooks },
      payload as { webhookId: string; id: string },
    ),
  'deliver-push': (payload, helpers) =>
    deliverPush({ db, ...rest }, payload as { id: string; notificationId: string }, helpers),
  'sweep-machinery': async () => {
    const ago = (hours: number) => new Date(db.now.getTime() - hours * 3_600_000)
    await db.run(sql`delete from idempotency_keys where created_at < ${ago(24)}`)
    await db.run(sql`delete from live_events where id < ${firstIdSince(Date.now() - 15 * 60_000)}`)
    await db.run(sql`delete from sessions where ${isDead(db.now)}`)
    await db.run(sql`delete from presence where expires_at < ${ago(0)}`)
    await db.run(sql`delete from rate_limits where expire < ${Date.now()}`)
    await db.run(sql`delete from unconfirmed_recipients where since < ${ago(24)}`)
    await sweepSignIns(db)
    await sweepCalendarFeeds(db)
    await sweepChallenges(db)
    await sweepProviderSignIns(db)
    await sweepDeliveries(db)
    await sweepPushSubscriptions(db)
    await sweepReceivedEmails(db)
  },
})

export const schedule: CronItem[] = [
  { task: 'end-impersonations', match: '* * * * *' },
  { task: 'link-audit-log', match: '* * * * *' },
  { task: 'verify-audit-log', match: '29 6 * * *' },
  { task: 'sweep-machinery', match: '*/10 * * * *' },
  { task: 'sweep-uploads', match: '23 * * * *' },
  { task: 'mark-overdue-invoices', match: '1 * * * *' },
  { task: 'send-invoice-reminders', match: '7 * * * *' },
  { task: 'create-recurring-invoices', match: '3 * * * *' },
  { task: 'refresh-online-payments', match: '37 * * * *' },
  { task: 'send-contract-reminders', match: '27 * * * *' },
  { task: 'send-signature-reminders', match: '47 * * * *' },
  { task: 'send-access-review-reminders', match: '51 * * * *' },
  { task: 'send-deadline-reminders', match: '17 * * * *' },
  { task: 'send-acknowledgment-reminders', match: '19 * * * *' },
  { task: 'send-document-reminders', match: '11 * * * *' },
  { task: 'send-expiration-reminders', match: '41 * * * *' },
  { task: 'send-proposal-reminders', match: '31 * * * *' },
  { task: 'send-assignment-reminders', match: '33 * * * *' },
  { task: 'send-message-reminders', match: '41 * * * *' },
  { task: 'send-request-reminders', match: '53 * * * *' },
  { task: 'send-daily-summaries', match: '3 * * * *' },
  { task: 'sweep-notifications', match: '13 5 * * *' },
  // One at a time: reading a full mailbox may take longer than a minute.
  {
    task: 'read-mailbox',
    match: '* * * * *',
    options: { queueName: 'mailbox', maxAttempts: 1, jobKey: 'read-mailbox' },
  },
  { task: 'scan-waiting', match: '* * * * *' },
  { task: 'extract-pending-texts', match: '*/10 * * * *' },
  { task: 'seal-waiting', match: '* * * * *' },
  { task: 'sweep-pdfs', match: '43 * * * *' },
  { task: 'erase-waiting', match: '* * * * *' },
  { task: 'purge-due', match: '17 7 * * *' },
  { task: 'delete-withdrawn-files', match: '20 4 * * *' },
  { task: 'make-folder-exports', match: '*/5 * * * *' },
  { task: 'run-bulk-actions', match: '*/5 * * * *' },
  { task: 'run-client-imports', match: '*/5 * * * *' },
  { task: 'run-document-imports', match: '*/5 * * * *' },
  { task: 'sweep-folder-exports', match: '11 * * * *' },
]

/** Cleans up work that a killed instance may have left unfinished. */
export const atStart = [
  'seal-left-behind',
  'make-folder-exports-left-behind',
  'run-bulk-actions',
  'run-client-imports',
  'run-document-imports',
  'read-mailbox',
  'encrypt-stored-data',
  'add-documents-without-text',
  'verify-audit-log-if-missed',
]
