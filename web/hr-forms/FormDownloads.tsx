import { Eye } from 'lucide-react'
import { buttonStyle } from '../kit/button-style.ts'
import { classes } from '../kit/classes.ts'
import { DownloadLink } from '../kit/DownloadLink.tsx'

type FormDownloadsProps = {
  /** The document's content, for screen readers: "Download" alone would be ambiguous. */
  about: string
  download: string
  preview: string
  /** Next to a button that matters more. */
  quiet?: boolean
}

/** Links to download a document or open it in a new tab. */
export function FormDownloads({ about, download, preview, quiet = false }: FormDownloadsProps) {
  // Three buttons have to fit into one line of a card.
  const padding = quiet ? 'px-1.5!' : ''
  const variant = quiet ? 'ghost' : 'secondary'
  return (
    <>
      <DownloadLink address={download} of={about} variant={variant} size="small" className={padding} />
      <a href={preview} target="_blank" rel="noopener" className={classes(buttonStyle(variant, 'small'), padding)}>
        <Eye />
        <span>
          Preview<span className="sr-only"> {about} (opens a new tab)</span>
        </span>
      </a>
    </>
  )
}
