// A template and its data become a PDF. Takes the time it takes: only ever called in the typesetter's own process.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type * as Typst from '@myriaddreamin/typst-ts-node-compiler'
import { fontFolders } from './fonts.ts'
import type { Job } from './job.ts'

// Native, and no ES module.
const { NodeCompiler } = createRequire(import.meta.url)('@myriaddreamin/typst-ts-node-compiler') as typeof Typst

const compilers = new Map<string, Typst.NodeCompiler>()

/** Tagged and by PDF/UA-1, or `degraded`: still tagged, but with a letter that none of our fonts has. */
export function typeset({ folder, template, data, files }: Pick<Job, 'folder' | 'template' | 'data' | 'files'>): {
  bytes: Uint8Array
  degraded: boolean
} {
  const compiler = compilerOf(folder)
  try {
    // The data are a file that the template reads as JSON: what people wrote is text there, never the template's language.
    compiler.mapShadow(join(folder, 'data.json'), Buffer.from(data))
    for (const [name, bytes] of Object.entries(files)) compiler.mapShadow(join(folder, name), Buffer.from(bytes))
    const main = join(folder, `${template}.typ`)
    return accessible(compiler, main) ?? { bytes: withAnyFont(compiler, main), degraded: true }
  } finally {
    compiler.resetShadow()
    // What was laid out is remembered for ever otherwise.
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
    // The library has no other word for it than its message.
    if (faultOf(error).includes('could not be displayed')) return null
    throw new Error(faultOf(error), { cause: error })
  }
}

/** Once more with whatever fonts the system has. PDF/UA refuses a letter without a shape; PDF 1.7 shows an empty box. */
const withAnyFont = (compiler: Typst.NodeCompiler, main: string) =>
  compiler.pdf(laidOut(compiler, main, { fallback: 'yes' }), { pdfStandard: '1.7' })

function laidOut(compiler: Typst.NodeCompiler, main: string, inputs: Record<string, string>) {
  const compiled = compiler.compile({ mainFilePath: main, inputs })
  const document = compiled.result
  if (document !== null) return document
  const found = compiled.takeDiagnostics()?.shortDiagnostics ?? []
  throw new Error(found.map((each) => JSON.stringify(each)).join('\n') || 'The template cannot be laid out.')
}

/** `message` holds the typesetter's own list in its own notation; the sentence stands between quotes. */
function faultOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return /message: "((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text
}
