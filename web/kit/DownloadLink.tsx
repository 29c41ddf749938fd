import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ButtonSize, ButtonVariant } from './button-style.ts'
import { buttonStyle } from './button-style.ts'

type DownloadLinkProps = {
  address: string
  /** What the file is called; the server says so where it is left out. */
  name?: string
  /** Which of several on the page, for those who hear the links one by one. */
  of?: string
  variant?: ButtonVariant
  size?: ButtonSize
  children?: ReactNode
}

/** Takes a paper along as a file. */
export const DownloadLink = ({ address, name, of, variant, size, children = 'Download' }: DownloadLinkProps) => (
  <a href={address} download={name ?? true} className={buttonStyle(variant, size)}>
    <Download />
    <span>
      {children}
      {of !== undefined && <span className="sr-only"> {of}</span>}
    </span>
  </a>
)
