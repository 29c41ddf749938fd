import { FileDown } from 'lucide-react'
import { buttonStyle } from './button-style.ts'

/** A link to the PDF of the page's document. */
export const OpenPdf = ({ address }: { address: string }) => (
  <a href={address} target="_blank" rel="noreferrer" className={buttonStyle('secondary')}>
    <FileDown />
    Open PDF
  </a>
)
