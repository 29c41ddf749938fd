// The only module that imports pdf.js (1.8 MB with its worker), fetched when a PDF is first shown.
import { getDocument, GlobalWorkerOptions, type PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
// oxlint-disable-next-line import/default -- Vite's ?url
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = workerAddress

declare const PDF_ASSETS: string

/** Browsers refuse larger canvases, iOS first. In pixels. */
const maxCanvasArea = 16_000_000

/** A run of text on a page, in points from the page's top left corner; `y` is its baseline. */
export interface PdfText {
  text: string
  x: number
  y: number
}

export interface PdfPage {
  /** In points, as the page is turned. */
  width: number
  height: number
  texts: () => Promise<PdfText[]>
  /** Draws the page and its selectable text, then puts both into the elements. `width` in CSS pixels. */
  draw: (into: PageElements, width: number, pixelRatio: number, signal: AbortSignal) => Promise<void>
}

export interface PageElements {
  picture: HTMLElement
  text: HTMLElement
}

export interface PdfFile {
  pages: PdfPage[]
  close: () => void
}

/**
 * Opens a PDF without running anything in it: no scripts, no forms, no links. Our content security policy allows neither
 * eval nor WebAssembly, so pdf.js decodes images in JavaScript.
 */
export async function openPdf(data: Uint8Array): Promise<PdfFile> {
  const task = getDocument({
    data,
    isEvalSupported: false,
    useWasm: false,
    enableXfa: false,
    stopAtErrors: false,
    verbosity: 0,
    cMapUrl: `${PDF_ASSETS}cmaps/`,
    standardFontDataUrl: `${PDF_ASSETS}standard_fonts/`,
    wasmUrl: `${PDF_ASSETS}wasm/`,
  })
  const document = await task.promise
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, (_, index) => document.getPage(index + 1).then(pageOf)),
  )
  return { pages, close: () => void task.destroy() }
}

function pageOf(page: PDFPageProxy): PdfPage {
  const { width, height } = page.getViewport({ scale: 1 })
  return {
    width,
    height,
    texts: () => textsOf(page),
    draw: (into, cssWidth, ratio, signal) => draw(page, into, cssWidth / width, ratio, signal),
  }
}

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>

/** Read part by part: `getTextContent` iterates over a stream, which WebKit and Chrome before 124 can't. */
async function textsOf(page: PDFPageProxy): Promise<PdfText[]> {
  const viewport = page.getViewport({ scale: 1 })
  const reader = (page.streamTextContent() as ReadableStream<TextContent>).getReader()
  const items: TextContent['items'] = []
  for (let part = await reader.read(); !part.done; part = await reader.read()) items.push(...part.value.items)
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return []
    const [x, y] = viewport.convertToViewportPoint(Number(item.transform[4]), Number(item.transform[5])) as [
      number,
      number,
    ]
    return [{ text: item.str, x, y }]
  })
}

async function draw(page: PDFPageProxy, into: PageElements, scale: number, pixelRatio: number, signal: AbortSignal) {
  const viewport = page.getViewport({ scale })
  const area = viewport.width * viewport.height
  const ratio = Math.min(pixelRatio, Math.sqrt(maxCanvasArea / area))
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width * ratio)
  canvas.height = Math.floor(viewport.height * ratio)
  const drawing = page.render({ canvas, viewport, transform: [ratio, 0, 0, ratio, 0, 0] })
  signal.addEventListener('abort', () => drawing.cancel())
  await drawing.promise
  // Only a complete picture replaces the last one, so that zooming does not flash.
  into.picture.replaceChildren(canvas)
  into.text.replaceChildren()
  into.text.style.setProperty('--total-scale-factor', String(scale))
  const text = new TextLayer({ textContentSource: page.streamTextContent(), container: into.text, viewport })
  signal.addEventListener('abort', () => text.cancel())
  await text.render()
}
