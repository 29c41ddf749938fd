import { useEffect, useState } from 'react'
import { CallError, readFile, sentenceOf } from '../call.ts'
import type { PdfFile } from './pdf-js.ts'

export type PdfState = { file: PdfFile; problem: null } | { file: null; problem: string | null }

const loading: PdfState = { file: null, problem: null }

/** Fetches a PDF whole and opens it; `problem` says why it can't be shown. */
export function usePdf(address: string): PdfState & { tryAgain: () => void } {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<PdfState>(loading)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    let file: PdfFile | null = null
    const open = async () => {
      const [{ openPdf }, bytes] = await Promise.all([import('./pdf-js.ts'), readFile(address, signal)])
      const opened = await openPdf(bytes)
      if (signal.aborted) return opened.close()
      file = opened
      setState({ file: opened, problem: null })
    }
    open().catch((error: unknown) => {
      if (!signal.aborted) setState({ file: null, problem: problemOf(error) })
    })
    return () => {
      leaving.abort()
      file?.close()
      setState(loading)
    }
  }, [address, attempt])
  return { ...state, tryAgain: () => setAttempt((count) => count + 1) }
}

function problemOf(error: unknown): string {
  const unreadable = 'The file may be damaged or protected by a password.'
  return error instanceof CallError ? sentenceOf(error, 'Check your connection.') : unreadable
}
