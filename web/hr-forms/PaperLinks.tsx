import { Eye } from 'lucide-react'
import { buttonStyle } from '../kit/button-style.ts'
import { DownloadLink } from '../kit/DownloadLink.tsx'

type PaperLinksProps = {
  /** What is on the paper, for those who hear the links one by one. */
  about: string
  download: string
  preview: string
}

/** A paper to keep, or to look at in a new tab. */
export function PaperLinks({ about, download, preview }: PaperLinksProps) {
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
