import { FileDown } from 'lucide-react'
import { buttonStyle } from './button-style.ts'

/** A paper as PDF, beside the page that shows it. */
export const OpenPdf = ({ address }: { address: string }) => (
  <a href={address} target="_blank" rel="noreferrer" className={buttonStyle('secondary')}>
    <FileDown />
    Open PDF
  </a>
)
