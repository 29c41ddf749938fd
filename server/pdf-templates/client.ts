// The client as named on a document.
export interface PdfClient {
  /** The folder's name, or the company. */
  name: string
  /** The contact person, if known. */
  person: string | null
  address: string | null
  email: string | null
  phone: string | null
}

/** The name, and the lines below it. */
export const clientLines = ({ name, person, address, email, phone }: PdfClient) => ({
  name,
  lines: [person === name ? null : person, address, email, phone].filter((line) => line !== null && line.trim() !== ''),
})
