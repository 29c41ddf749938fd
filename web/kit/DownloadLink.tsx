import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ButtonSize, ButtonVariant } from './button-style.ts'
import { buttonStyle } from './button-style.ts'
import { classes } from './classes.ts'

type DownloadLinkProps = {
  address: string
  /** The file name; by default the server's. */
  name?: string
  /** Distinguishes several links on a page for screen readers. */
  of?: string
  variant?: ButtonVariant
  size?: ButtonSize
  /** Shows the icon only; the words are read aloud. */
  isIcon?: boolean
  className?: string
  children?: ReactNode
}

/** Downloads a document as a file. */
export const DownloadLink = ({
  address,
  name,
  of,
  variant,
  size,
  isIcon = false,
  className,
  children = 'Download',
}: DownloadLinkProps) => (
  <a
    href={address}
    download={name ?? true}
    title={isIcon ? 'Download' : undefined}
    className={classes(buttonStyle(variant, size), className)}
  >
    <Download />
    <span className={isIcon ? 'sr-only' : undefined}>
      {children}
      {of !== undefined && <span className="sr-only"> {of}</span>}
    </span>
  </a>
)
