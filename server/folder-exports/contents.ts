// Writes a folder export into an archive: files and documents first, then the lists, then the checksums.
import type { Readable } from 'node:stream'
import { type Actor, isClient } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { type Document, isFetchable, isTeamOnly } from '../../domain/document.ts'
import { teamOnlyDirectory } from '../../domain/document-visibility.ts'
import { uniquePaths } from '../../domain/file-names.ts'
import { assertCanExportFolder } from '../../domain/folder-export.ts'
import { folderFor } from '../client-folders/queries.ts'
import { contractFor } from '../contracts/queries.ts'
import { pdfToShow } from '../contracts/stored-pdf.ts'
import { filesOf } from '../documents/files-of.ts'
import { creditNotePdf, creditNoteToPrint } from '../credit-notes/pdf.ts'
import { submissionPdf } from '../hr-forms/pdf.ts'
import { submissionFor } from '../hr-forms/queries.ts'
import { invoicePdf, invoiceToPrint, receiptFor, receiptPdf } from '../invoices/pdf.ts'
import { csvLine } from '../kit/csv.ts'
import type { AppContext } from '../app-context.ts'
import { hashList, type Zip } from './zip.ts'
import { printProposal } from '../pdf-templates/proposal.ts'
import { fileNameOf, proposalDocument } from '../proposals/pdf.ts'
import { proposalFor } from '../proposals/queries.ts'
import { cellOf, type ExportScope, type List, type Row } from './list.ts'
import { documents, listsOf, submissions } from './lists.ts'
import { contracts, creditNotes, invoices, payments, proposals } from './money-lists.ts'

export type ExportContext = Pick<AppContext, 'config' | 'db' | 'dataKeys' | 'files' | 'printer' | 'seal'>

const origin = { address: 'job', requestId: 'make-folder-exports' }

export async function writeFolderExport(
  context: ExportContext,
  zip: Zip,
  actor: Actor,
  clientFolderId: string,
): Promise<void> {
  const folder = await folderFor(context.db, actor, clientFolderId, { part: 'folder' })
  assertCanExportFolder(folder, actor)
  const scope = { db: context.db, dataKeys: context.dataKeys, actor, folder, documentPaths: new Map<string, string>() }
  const pathOf = uniquePaths()
  const add = async (within: string, name: string, bytes: Uint8Array | Readable, row: Row) => {
    const path = pathOf(within, name)
    await zip.add(path, bytes instanceof Uint8Array ? [Buffer.from(bytes)] : bytes, {
      packed: true,
      at: new Date(String(row.createdAt)),
    })
    return path
  }
  await addDocuments(context, scope, add)
  await addAgreements(context, scope, add)
  for (const list of listsOf(scope)) await addList(zip, list)
  await zip.add('folder.json', [`${JSON.stringify(aboutFolder(folder), null, 2)}\n`])
  await zip.add('timeline.csv', timeline(scope))
  await zip.add('READ ME.txt', [readMe(folder, actor, context)])
}

/** Returns the path in the archive. */
type Add = (within: string, name: string, bytes: Uint8Array | Readable, row: Row) => Promise<string>

/** Originals as uploaded, and sealed copies of signed ones. */
async function addDocuments({ db, files }: ExportContext, scope: ExportScope, add: Add) {
  for await (const row of documents(scope).rows()) {
    const document = row as unknown as Document
    if (!isFetchable(document, scope.actor)) continue
    for (const { within, name, storageKey } of await filesOf(db, document)) {
      const path = await add(
        `${isTeamOnly(document) ? teamOnlyDirectory : 'documents'}/${within}`,
        name,
        (await files.read(storageKey)).stream,
        row,
      )
      // The original comes before its signed copy.
      if (!scope.documentPaths.has(document.id)) scope.documentPaths.set(document.id, path)
    }
  }
}

async function addAgreements(context: ExportContext, scope: ExportScope, add: Add) {
  const { db, files } = context
  const { actor } = scope
  for await (const row of proposals(scope).rows()) {
    const { proposal, folder } = await proposalFor(db, actor, String(row.id))
    await add(
      'proposals/',
      fileNameOf(proposal),
      (await printProposal(context, proposalDocument(proposal, folder))).bytes,
      row,
    )
  }
  for await (const row of contracts(scope).rows()) {
    const { contract } = await contractFor(db, actor, String(row.id))
    const { storageKey } = await pdfToShow(context, { ...origin, actorId: actor.id }, contract, false)
    await add('contracts/', `${contract.contractNumber}.pdf`, (await files.read(storageKey)).stream, row)
  }
  for await (const row of invoices(scope).rows()) {
    const { name, printed } = await invoicePdf(
      context,
      await invoiceToPrint(db, actor, String(row.id), context.config.provider),
    )
    await add('invoices/', name, printed.bytes, row)
  }
  for await (const row of payments(scope).rows()) {
    if (row.kind !== 'payment' && row.kind !== 'refund') continue
    const { name, printed } = await receiptPdf(context, await receiptFor(db, actor, String(row.id)))
    await add('invoices/receipts/', name, printed.bytes, row)
  }
  for await (const row of creditNotes(scope).rows()) {
    const read = await creditNoteToPrint(db, actor, String(row.id), context.config.provider)
    const { name, printed } = await creditNotePdf(context, read)
    await add('invoices/credit-notes/', name, printed.bytes, row)
  }
  for await (const row of submissions(scope).rows()) {
    const submission = await submissionFor(db, context.dataKeys, actor, String(row.id))
    await add('forms/', `${submission.formTitle}.pdf`, await submissionPdf(context, db, submission), row)
  }
}

async function addList(zip: Zip, { name, rows, columns }: List) {
  await zip.add(`lists/${name}.json`, asJson(rows()))
  await zip.add(`lists/${name}.csv`, asCsv(rows(), columns))
}

async function* asJson(rows: AsyncIterable<Row>) {
  let before = '[\n'
  for await (const row of rows) {
    yield before + JSON.stringify(row)
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

async function* asCsv(rows: AsyncIterable<Row>, columns: Record<string, string>) {
  yield `\ufeff${csvLine(Object.keys(columns))}`
  for await (const row of rows)
    yield csvLine(Object.entries(columns).map(([header, field]) => cellOf(row, header, field)))
}

/** The folder's history, limited to items that the reader may see. */
async function* timeline(scope: ExportScope) {
  const events: [string, string, string][] = []
  for (const { name, rows } of listsOf(scope)) {
    if (name === 'audit-log') continue
    for await (const row of rows())
      for (const [field, word] of Object.entries(moments))
        if (typeof row[field] === 'string') events.push([row[field], word, `${name}: ${titleOf(row)}`])
  }
  yield `\ufeff${csvLine(['When (UTC)', 'What', 'Of'])}`
  for (const event of events.toSorted(([a], [b]) => (a < b ? -1 : 1))) yield csvLine(event)
}

const moments: Record<string, string> = {
  createdAt: 'made',
  sentAt: 'sent',
  decidedAt: 'decided',
  signedAt: 'signed',
  declinedAt: 'refused',
  completedAt: 'completed',
  paidAt: 'paid',
  acknowledgedAt: 'acknowledged',
}

const titles = ['title', 'contractNumber', 'invoiceNumber', 'originalName', 'formTitle', 'senderName']

/** A readable title. */
const titleOf = (row: Row) => titles.map((field) => row[field]).find((title) => typeof title === 'string') ?? ''

const aboutFolder = ({ id, name, clientName, clientEmail, services, status, createdAt }: ClientFolder) => ({
  id,
  name,
  clientName,
  clientEmail,
  services,
  status,
  createdAt,
})

const readMe = (folder: ClientFolder, actor: Actor, { config, db }: ExportContext) =>
  [
    `Export of the client folder "${folder.name}", created on ${db.now.toISOString().slice(0, 10)} by the ${config.provider.name} portal.`,
    isClient(actor)
      ? 'It contains everything you can see in the portal as the client of this folder.'
      : 'It contains everything the team can see in this folder in the portal.',
    'documents/  files as they were uploaded; documents/signed/ the sealed copies of those that were signed',
    ...(isClient(actor) ? [] : [`${teamOnlyDirectory}/  documents that the client can’t see in the portal`]),
    'proposals/, contracts/, invoices/, forms/  proposals, contracts, invoices, and forms as PDFs',
    'invoices/receipts/, invoices/credit-notes/  receipts and credit notes as PDFs',
    'lists/  everything as lists: JSON for programs, CSV for spreadsheets',
    `To check that no file has changed, run  sha256sum -c ${hashList}  (on a Mac: shasum -a 256 -c ${hashList}) in this folder.`,
    'File names that some systems don’t support were adjusted. The original names are in lists/documents.json.',
    'Times are in UTC. Amounts are in cents in the JSON files and in dollars in the CSV files.',
  ].join('\r\n\r\n') + '\r\n'
