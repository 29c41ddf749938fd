import { downloadDocuments } from '../../api/documents.ts'
import { maxDocumentsInZip } from '../../domain/document-list.ts'
import type { DocumentView } from '../../domain/document.ts'
import { addressOf } from '../kit/call.ts'
import type { BulkAction } from '../kit/BulkBar.tsx'
import { toast } from '../kit/toast-store.ts'

/** Downloads the selected documents as one ZIP file. */
export function useBulkDownload(folderId: string): BulkAction<DocumentView>[] {
  return [
    {
      label: 'Download ZIP',
      can: ({ allowed }) => allowed.includes('download'),
      act: async (documents) => {
        if (documents.length > maxDocumentsInZip) {
          toast({
            title: 'Couldn’t download the documents',
            description: `Select up to ${maxDocumentsInZip} documents, or export the folder.`,
            variant: 'destructive',
          })
          return
        }
        const link = document.createElement('a')
        const ids = documents.map(({ id }) => id).join(',')
        link.href = addressOf(downloadDocuments, { params: { id: folderId }, query: { ids } })
        link.download = ''
        link.click()
      },
    },
  ]
}
