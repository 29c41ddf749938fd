import { Download, Eye } from 'lucide-react'
import { previewHrPolicy } from '../../api/hr-policies.ts'
import { Button } from '../kit/Button.tsx'
import { type ButtonSize, buttonStyle } from '../kit/button-style.ts'
import { addressOf } from '../kit/call.ts'
import { downloadFailure, useDownload } from './download.ts'

type PolicyDownloadsProps = {
  slug: string
  title: string
  /** An earlier version than the current one. */
  version?: number
  size?: ButtonSize
}

/** A policy as a PDF: download it, or preview it in a new tab. */
export function PolicyDownloads({ slug, title, version, size = 'regular' }: PolicyDownloadsProps) {
  const download = useDownload()
  const which = version === undefined ? {} : { version }
  const about = <span className="sr-only"> {title}</span>
  return (
    <>
      <Button
        size={size}
        pending={download.isPending}
        pendingLabel="Downloading..."
        onClick={() => download.mutate({ slug, title, ...which })}
      >
        <Download />
        <span>Download{about}</span>
      </Button>
      <a
        href={addressOf(previewHrPolicy, { params: { policy: slug }, query: which })}
        target="_blank"
        rel="noopener"
        className={buttonStyle('secondary', size)}
      >
        <Eye />
        <span>
          Preview{about}
          <span className="sr-only"> (opens a new tab)</span>
        </span>
      </a>
      {download.isError && (
        <p role="alert" className="w-full text-meta text-danger">
          {downloadFailure}
        </p>
      )}
    </>
  )
}
