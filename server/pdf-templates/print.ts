// Renders a document's data to PDF, with the elements that every document has.
import { readFile } from 'node:fs/promises'
import { extname, isAbsolute, join } from 'node:path'
import type { FastifyReply } from 'fastify'
import type { Config } from '../config.ts'
import type { AppContext } from '../app-context.ts'
import type { Fillable } from '../pdf/job.ts'
import type { DocumentPrinter, Printed, Printer } from '../pdf/printer.ts'
import { ownerOf, type Session } from '../kit/session.ts'

/** What rendering a document needs. */
export interface PdfPrinter {
  config: Config
  printer: Printer
}

/** For interactive requests: a few PDFs at a time per person, and none that the person no longer waits for. */
export const pdfPrinterFor = (
  { config, printer }: Pick<AppContext, 'config' | 'printer'>,
  actor: Session,
  reply: FastifyReply,
): PdfPrinter & { printer: DocumentPrinter } => ({
  config,
  printer: printer.forCaller(ownerOf(actor), canceledWith(reply)),
})

/** Folder of the templates; the build copies them next to the bundle. */
export const templates = join(import.meta.dirname, 'templates')

/**
 * @param template a file in `templates/`, without its extension
 * @param data texts as they appear; `footer` is the text next to the page number
 */
export async function printPdf(
  { config, printer }: PdfPrinter,
  template: string,
  data: { footer: string; [text: string]: unknown },
  files: Record<string, Uint8Array> = {},
  fields: Fillable[] = [],
): Promise<Printed> {
  const { name, address, phone, email } = config.provider
  const logo = await logoOf(config.provider)
  const logoName = logo?.name ?? (config.provider.logo === undefined ? 'mark.svg' : null)
  return printer.print(
    template,
    { letterhead: { name, address, phone, email, logo: logoName }, ...data },
    { ...files, ...(logo === null ? {} : { [logo.name]: logo.bytes }) },
    fields,
  )
}

/** The uploaded logo, or the provider's if it is a local file. A remote one is not fetched; the document shows only the name. */
async function logoOf({ logo, uploadedLogo }: Config['provider']) {
  if (uploadedLogo !== undefined)
    return { name: uploadedLogo.type === 'image/png' ? 'logo.png' : 'logo.jpg', bytes: uploadedLogo.bytes }
  if (logo === undefined || !isAbsolute(logo)) return null
  return { name: `logo${extname(logo).toLowerCase()}`, bytes: await readFile(logo) }
}

/** Aborts when the connection closes before the reply was sent. */
function canceledWith({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  if (raw.destroyed) controller.abort()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}
