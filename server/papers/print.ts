// From a paper's data to its PDF, with what stands on every paper.
import { readFile } from 'node:fs/promises'
import { extname, isAbsolute, join } from 'node:path'
import type { FastifyReply } from 'fastify'
import type { Config } from '../config.ts'
import type { Parts } from '../app-context.ts'
import type { Fillable } from '../pdf/job.ts'
import type { Printed, Printer } from '../pdf/printer.ts'
import { ownerOf, type Session } from '../kit/session.ts'

/** What a paper is made with. */
export interface Press {
  config: Config
  printer: Printer
}

/** For someone who waits for the answer: they get a few PDFs at once, and what they no longer wait for is not printed. */
export const pressFor = (
  { config, printer }: Pick<Parts, 'config' | 'printer'>,
  actor: Session,
  reply: FastifyReply,
): Press => ({ config, printer: printer.forCaller(ownerOf(actor), callerGone(reply)) })

const isSource = import.meta.filename.endsWith('.ts')

/** Where the templates lie; the build copies them beside the bundle. */
export const templates = join(import.meta.dirname, isSource ? 'templates' : 'papers')

/**
 * @param template the file in `templates/`, without its ending
 * @param data texts as they shall stand there; `footer` are the words beside the page number
 */
export async function printPaper(
  { config, printer }: Press,
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

/** The provider's logo where it is a file of this machine. An address is not fetched for a paper: the name stands alone. */
async function logoOf({ logo }: Config['provider']) {
  if (logo === undefined || !isAbsolute(logo)) return null
  return { name: `logo${extname(logo).toLowerCase()}`, bytes: await readFile(logo) }
}

/** Fires when the connection closes before the answer was sent. */
function callerGone({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  if (raw.destroyed) controller.abort()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}
