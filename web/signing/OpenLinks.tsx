import { Download, ExternalLink } from 'lucide-react'
import type { SigningTarget } from './signing-target.ts'

const style = 'link inline-flex items-center gap-2 font-semibold coarse:min-h-11'

/** In a tab of its own, where the browser shows it, and as a file. */
export function OpenLinks({ target, onOpen }: { target: SigningTarget; onOpen?: () => void }) {
  const { openAddress, downloadAddress, viewAddress, word } = target
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-2">
      {viewAddress !== null && (
        <a href={openAddress} target="_blank" rel="noreferrer" className={style}>
          <ExternalLink />
          Open the {word} in a new tab
        </a>
      )}
      <a href={downloadAddress} download className={style} onClick={onOpen}>
        <Download />
        Download the {word}
      </a>
    </span>
  )
}
