// Compiles a template and its data to a PDF. Blocking, so it is called only in the typesetter process.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type * as Typst from '@myriaddreamin/typst-ts-node-compiler'
import { fontFolders } from './fonts.ts'
import type { Job } from './job.ts'

// A native CommonJS module.
const { NodeCompiler } = createRequire(import.meta.url)('@myriaddreamin/typst-ts-node-compiler') as typeof Typst

const compilers = new Map<string, Typst.NodeCompiler>()

/** A tagged PDF/UA-1 document, or `degraded`: still tagged, but with a character that none of our fonts has. */
export function typeset({ folder, template, data, files }: Pick<Job, 'folder' | 'template' | 'data' | 'files'>): {
  bytes: Uint8Array
  degraded: boolean
} {
  const compiler = compilerOf(folder)
  try {
    // The data is a file that the template reads as JSON, so user text is never interpreted as markup.
    compiler.mapShadow(join(folder, 'data.json'), Buffer.from(data))
    for (const [name, bytes] of Object.entries(files)) compiler.mapShadow(join(folder, name), Buffer.from(bytes))
    const main = join(folder, `${template}.typ`)
    return accessible(compiler, main) ?? { bytes: withAnyFont(compiler, main), degraded: true }
  } finally {
    compiler.resetShadow()
    // Layouts would be cached without limit otherwise.
    compiler.evictCache(0)
  }
}

function compilerOf(folder: string): Typst.NodeCompiler {
  const known = compilers.get(folder)
  if (known !== undefined) return known
  const made = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontPaths: fontFolders() }] })
  compilers.set(folder, made)
  return made
}

function accessible(compiler: Typst.NodeCompiler, main: string) {
  const document = laidOut(compiler, main, {})
  try {
    return { bytes: compiler.pdf(document, { pdfStandard: 'ua-1' }), degraded: false }
  } catch (error) {
    // The library reports this only in its message.
    if (faultOf(error).includes('could not be displayed')) return null
    throw new Error(faultOf(error), { cause: error })
  }
}

/** A second attempt with system fonts. PDF/UA forbids a character without a glyph; PDF 1.7 shows an empty box. */
const withAnyFont = (compiler: Typst.NodeCompiler, main: string) =>
  compiler.pdf(laidOut(compiler, main, { fallback: 'yes' }), { pdfStandard: '1.7' })

function laidOut(compiler: Typst.NodeCompiler, main: string, inputs: Record<string, string>) {
  const compiled = compiler.compile({ mainFilePath: main, inputs })
  const document = compiled.result
  if (document !== null) return document
  const found = compiled.takeDiagnostics()?.shortDiagnostics ?? []
  throw new Error(found.map((each) => JSON.stringify(each)).join('\n') || 'The template cannot be laid out.')
}

/** `message` is the library's diagnostics in its own notation; the sentence is between quotes. */
function faultOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return /message: "((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text
}
