// The client as named on a paper.
export interface PaperClient {
  /** The folder's name, or the company. */
  name: string
  /** The person, where known. */
  person: string | null
  address: string | null
  email: string | null
  phone: string | null
}

/** The name, and the lines under it. */
export const clientLines = ({ name, person, address, email, phone }: PaperClient) => ({
  name,
  lines: [person === name ? null : person, address, email, phone].filter((line) => line !== null && line.trim() !== ''),
})
