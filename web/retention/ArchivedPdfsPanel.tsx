import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { readArchivedPdfFile } from '../../api/retention.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { addressOf } from '../kit/call.ts'
import { formatDate } from '../kit/dates.ts'
import { PagedList } from '../kit/PagedList.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { archivedPdfs } from './queries.ts'

/** Numbered documents of clients who were erased. */
export function ArchivedPdfsPanel() {
  const query = useInfiniteQuery(archivedPdfs)
  return (
    <Panel
      title="Retained documents of deleted clients"
      note="Signed contracts and invoices, stored until their retention period ends."
      flush
      className="overflow-clip"
    >
      <PagedList
        query={query}
        more="Show earlier documents"
        empty={<p className="px-4 py-4 text-body text-ink-2 sm:px-5">None.</p>}
      >
        {(pdfs) => (
          <RowList label="Retained documents of deleted clients">
            {pdfs.map(({ id, kind, number, erasedAt, keptUntil }) => (
              <Row
                key={id}
                title={number}
                aside={kind === 'contracts' ? 'Contract' : 'Invoice'}
                meta={`Client deleted ${formatDate(erasedAt)} · ${keptUntil === null ? 'stored until you set a retention period' : `stored until ${formatDate(keptUntil)}`}`}
                action={
                  <a
                    href={addressOf(readArchivedPdfFile, { params: { id } })}
                    download
                    aria-label={`Download ${number}`}
                    className={buttonStyle('secondary', 'small')}
                  >
                    <Download />
                    PDF
                  </a>
                }
              />
            ))}
          </RowList>
        )}
      </PagedList>
    </Panel>
  )
}
