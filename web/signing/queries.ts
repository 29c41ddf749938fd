import { queryOptions } from '@tanstack/react-query'
import { readPossibleSigners } from '../../api/signatures.ts'
import { call } from '../kit/call.ts'

/** The people who can sign for a folder and whom the user may choose. */
export const possibleSignersIn = (folderId: string, noun: 'contracts' | 'documents') =>
  queryOptions({
    queryKey: ['folder-contacts', 'possible-signers', folderId, noun],
    queryFn: ({ signal }) => call(readPossibleSigners, { params: { id: folderId }, query: { for: noun }, signal }),
    enabled: folderId !== '',
  })
