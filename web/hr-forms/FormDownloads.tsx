import { Eye } from 'lucide-react'
import { buttonStyle } from '../kit/button-style.ts'
import { DownloadLink } from '../kit/DownloadLink.tsx'

type FormDownloadsProps = {
  /** The document's content, for screen readers: "Download" alone would be ambiguous. */
  about: string
  download: string
  preview: string
}

/** Links to download a document or open it in a new tab. */
export function FormDownloads({ about, download, preview }: FormDownloadsProps) {
  return (
    <>
      <DownloadLink address={download} of={about} size="small" />
      <a href={preview} target="_blank" rel="noopener" className={buttonStyle('secondary', 'small')}>
        <Eye />
        <span>
          Preview<span className="sr-only"> {about} (opens a new tab)</span>
        </span>
      </a>
    </>
  )
}
