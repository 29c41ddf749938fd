// The text of a document, for search. Runs in a process of its own (server/seal/process.ts), because a file may be
// crafted to use all time or memory.
import { type KindWithText, maxTextLength } from '../../domain/file-kind.ts'
import { textOfOffice } from './office-text.ts'
import { textOfPdf } from './pdf-text.ts'

/** Empty for a file without text, such as a scan, and for one that is damaged or encrypted. */
export async function documentText(kind: KindWithText, bytes: Buffer): Promise<string> {
  try {
    const text = kind === 'pdf' ? await textOfPdf(bytes, maxTextLength) : await textOfOffice(kind, bytes, maxTextLength)
    return plain(text).slice(0, maxTextLength).toWellFormed().trim()
  } catch {
    // An error of the libraries is the file's fault.
    return ''
  }
}

/** Ligatures become separate characters; control characters and soft hyphens, which would split words, are left out. */
const plain = (text: string) => text.normalize('NFKC').replace(/[^\P{C}\n\t]/gu, '')
