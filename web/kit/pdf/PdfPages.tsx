import { Download, Minus, Plus, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '../Button.tsx'
import { DownloadLink } from '../DownloadLink.tsx'
import { IconButton } from '../IconButton.tsx'
import { Skeleton } from '../Skeleton.tsx'
import { useWidth } from '../use-width.ts'
import type { PdfFile, PdfText } from './pdf-js.ts'
import { PdfPageView } from './PdfPageView.tsx'
import './pdf-text.css'
import { usePdf } from './use-pdf.ts'

/** A rectangle on a page, in points from its top left corner. */
export interface PdfPlace {
  /** The first page is 0. */
  page: number
  left: number
  top: number
  width: number
  height: number
}

type PdfPagesProps = {
  /** Where the whole PDF is read. */
  address: string
  downloadAddress: string
  /** Something on a page: where, by the text of the pages, and what. */
  mark?: { find: (pages: PdfText[][]) => PdfPlace | null; content: ReactNode }
  /** Below the last page; with `hasMark`, only where the pages have no place for the mark. */
  after?: (hasMark: boolean) => ReactNode
  /** At the end of the bar. */
  tools?: ReactNode
  onProgress?: (progress: { shown: number; total: number }) => void
  onDownload?: () => void
}

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3]
/** Lines longer than this are hard to read. In CSS pixels. */
const widest = 920

/** A PDF as pages that we draw ourselves, so that it looks and works the same in every browser. Scrolls with what it is in. */
export function PdfPages(props: PdfPagesProps) {
  const { address, downloadAddress, onDownload } = props
  const { file, problem, tryAgain } = usePdf(address)
  if (file !== null) return <Pages {...props} file={file} />
  if (problem === null)
    return (
      <div role="status" className="mx-auto w-full max-w-[920px]">
        <span className="sr-only">Loading the document</span>
        <Skeleton className="aspect-[17/22] w-full" />
      </div>
    )
  return (
    <div role="alert" className="mx-auto flex max-w-[560px] flex-col items-center px-5 py-10 text-center">
      <p className="font-display text-subtitle text-balance text-ink">Couldn’t show this PDF</p>
      <p className="mt-1.5 text-lead text-ink-2">{problem}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        <Button onClick={tryAgain}>
          <RotateCw />
          Try again
        </Button>
        <span onClickCapture={onDownload}>
          <DownloadLink address={downloadAddress}>Download the PDF</DownloadLink>
        </span>
      </div>
    </div>
  )
}

function Pages(props: PdfPagesProps & { file: PdfFile }) {
  const { file, downloadAddress, mark, after, tools, onProgress, onDownload } = props
  const [strip, room] = useWidth<HTMLDivElement>()
  const [zoom, setZoom] = useState(1)
  const pixelRatio = usePixelRatio()
  const { near, current } = usePagesInView(strip, file, room !== null)
  const place = usePlace(file, mark?.find)
  const shown = useRef(new Set<number>())
  const total = file.pages.length
  const reportProgress = useEffectEvent(() => onProgress?.({ shown: shown.current.size, total }))
  useEffect(() => reportProgress(), [file])

  const isDrawn = (index: number) => {
    shown.current.add(index)
    onProgress?.({ shown: shown.current.size, total })
  }
  const width = room === null ? 0 : Math.floor(Math.min(room, widest) * zoom)
  const step = (by: 1 | -1) => setZoom((now) => zooms[zooms.indexOf(now) + by] ?? now)
  return (
    <div className="min-w-0">
      <div className="no-print sticky top-0 z-10 mx-auto mb-3 flex max-w-[920px] flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-3 py-1 shadow-sheet">
        <p className="tabular text-meta text-ink-2" role="status">
          Page {current + 1} of {total}
        </p>
        <div className="ml-auto flex items-center">
          <IconButton label="Zoom out" disabled={zoom === zooms[0]} onClick={() => step(-1)} className="coarse:size-11">
            <Minus size={16} />
          </IconButton>
          <span className="tabular w-11 text-center text-meta text-ink-2 max-sm:hidden">{Math.round(zoom * 100)}%</span>
          <IconButton
            label="Zoom in"
            disabled={zoom === zooms.at(-1)}
            onClick={() => step(1)}
            className="coarse:size-11"
          >
            <Plus size={16} />
          </IconButton>
          <a
            href={downloadAddress}
            download
            title="Download the PDF"
            aria-label="Download the PDF"
            onClick={onDownload}
            className="inline-grid size-9 shrink-0 place-items-center rounded-md text-ink-3 transition-colors hover:bg-mist-2 hover:text-ink coarse:size-11"
          >
            <Download size={16} />
          </a>
        </div>
        {tools}
      </div>
      <div ref={strip} className="flex flex-col gap-3 overflow-x-auto">
        {width > 0 &&
          file.pages.map((page, index) => (
            <PdfPageView
              // The pages of a file never change their order.
              key={index}
              page={page}
              label={`Page ${index + 1} of ${total}`}
              width={width - 2}
              pixelRatio={pixelRatio}
              isNear={near.has(index)}
              onDrawn={() => isDrawn(index)}
            >
              {place?.page === index && (
                <div
                  className="absolute z-10"
                  style={{
                    left: `${(place.left / page.width) * 100}%`,
                    top: `${(place.top / page.height) * 100}%`,
                    width: `${(place.width / page.width) * 100}%`,
                    height: `${(place.height / page.height) * 100}%`,
                  }}
                >
                  {mark?.content}
                </div>
              )}
            </PdfPageView>
          ))}
        {place !== undefined && after?.(place !== null)}
      </div>
    </div>
  )
}

/** Undefined until the text of the pages was searched. */
function usePlace(file: PdfFile, find: ((pages: PdfText[][]) => PdfPlace | null) | undefined) {
  const [place, setPlace] = useState<PdfPlace | null | undefined>(undefined)
  const found = useEffectEvent((pages: PdfText[][]) => setPlace(find?.(pages) ?? null))
  useEffect(() => {
    let left = false
    Promise.all(file.pages.map((page) => page.texts())).then(
      (pages) => left || found(pages),
      () => left || found([]),
    )
    return () => {
      left = true
    }
  }, [file])
  return place
}

/** The pages at most one screen away, and the one in the middle of the screen. */
function usePagesInView(strip: { current: HTMLElement | null }, file: PdfFile, isLaidOut: boolean) {
  const [near, setNear] = useState<ReadonlySet<number>>(new Set())
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    if (strip.current === null || !isLaidOut) return
    const pages = [...strip.current.querySelectorAll('[data-pdf-page]')]
    const root = scrollerOf(strip.current.parentElement)
    const nearby = new IntersectionObserver(
      (entries) =>
        setNear((before) => {
          const next = new Set(before)
          for (const { target, isIntersecting } of entries)
            if (isIntersecting) next.add(pages.indexOf(target))
            else next.delete(pages.indexOf(target))
          return next
        }),
      { root, rootMargin: '100% 0px' },
    )
    const middle = new IntersectionObserver(
      (entries) => {
        const entry = entries.find(({ isIntersecting }) => isIntersecting)
        if (entry !== undefined) setCurrent(pages.indexOf(entry.target))
      },
      { root, rootMargin: '-49% 0px -49% 0px' },
    )
    for (const page of pages) {
      nearby.observe(page)
      middle.observe(page)
    }
    return () => {
      nearby.disconnect()
      middle.disconnect()
    }
  }, [strip, file, isLaidOut])
  return { near, current }
}

/** The nearest element that scrolls up and down; null for the page. */
function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  if (element === null || element === document.body) return null
  return /auto|scroll/.test(getComputedStyle(element).overflowY) ? element : scrollerOf(element.parentElement)
}

/** Follows a window that moves to another screen, and the browser's own zoom. */
const usePixelRatio = () =>
  useSyncExternalStore(
    (changed) => {
      addEventListener('resize', changed)
      return () => removeEventListener('resize', changed)
    },
    () => devicePixelRatio,
  )
