// Opens the portal's files in other programs: Word documents in LibreOffice, PDFs in poppler. Tests skip them if they
// are not installed.
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const isThere = (program: string, argument: string) => spawnSync(program, [argument], { timeout: 60_000 }).status === 0

export const hasPoppler = isThere('pdftotext', '-v')
export const hasLibreOffice = hasPoppler && isThere('soffice', '--version')

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'office-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The text of a PDF, page by page, as read by poppler. */
export const pagesByPoppler = (bytes: Uint8Array): Promise<string[]> =>
  inFolder(async (folder) => {
    await writeFile(join(folder, 'a.pdf'), bytes)
    await run('pdftotext', ['-layout', 'a.pdf', 'a.txt'], { cwd: folder })
    const text = await readFile(join(folder, 'a.txt'), 'utf8')
    return text.split('\f').slice(0, -1)
  })

/** A Word document converted to PDF by LibreOffice. */
export const pdfByLibreOffice = (bytes: Uint8Array): Promise<Buffer> =>
  inFolder(async (folder) => {
    await writeFile(join(folder, 'a.docx'), bytes)
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`
    await run('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, join(folder, 'a.docx')], {
      timeout: 100_000,
    })
    return readFile(join(folder, 'a.pdf'))
  })
