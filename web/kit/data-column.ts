// The columns of a table.
import type { ReactNode } from 'react'

export interface DataColumn<T> {
  id: string
  header: string
  cell: (row: T) => ReactNode
  /** The orders of the list that its header asks the server for; '' is the order without a choice. */
  ascending?: string
  descending?: string
  /** Numbers and money. */
  right?: boolean
  /** A width class; the first column takes the remaining width. */
  width?: string
  /** Can be hidden by the reader. */
  hides?: boolean
  /** Email addresses and badges, which are never cut. */
  wraps?: boolean
  /** Shown only where the table is at least this wide. */
  from?: keyof typeof hiddenBelow
}

export const hiddenBelow = {
  small: '@max-[640px]:hidden',
  medium: '@max-[800px]:hidden',
  large: '@max-[1000px]:hidden',
  extraLarge: '@max-[1100px]:hidden',
  widest: '@max-[1200px]:hidden',
}
