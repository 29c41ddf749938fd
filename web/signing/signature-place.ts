// Where a client signs on a contract that the portal printed: on the line under "For the client" (contract.typ).
import { isSameName } from '../../domain/signature.ts'
import type { PdfPlace } from '../kit/pdf/PdfPages.tsx'
import type { PdfText } from '../kit/pdf/pdf-js.ts'

const label = /^For the client\b/
const nameLine = /^Name:\s*(.+)$/

/** In points, as the template sets them: the line's height and what is between it and its label. */
const size = { width: 216, height: 50 }
const belowLabel = 7
/** The name is below the line, this far from the label at most. */
const reach = 110

/** The place of this signer, or the first one for a client; null on a document that has none. */
export function signaturePlace(pages: readonly PdfText[][], signerName: string): PdfPlace | null {
  const places = pages.flatMap((texts, page) =>
    texts
      .filter(({ text }) => label.test(text))
      .map(({ x, y }) => ({ page, left: x, top: y + belowLabel, ...size, name: nameBelow(texts, x, y) })),
  )
  const own = places.find(({ name }) => name !== null && isSameName(name, signerName)) ?? places[0]
  if (own === undefined) return null
  const { name: _, ...place } = own
  return place
}

function nameBelow(texts: readonly PdfText[], x: number, y: number): string | null {
  const below = texts.find(
    (each) => Math.abs(each.x - x) < 4 && each.y > y && each.y - y < reach && nameLine.test(each.text),
  )
  return nameLine.exec(below?.text ?? '')?.[1] ?? null
}
