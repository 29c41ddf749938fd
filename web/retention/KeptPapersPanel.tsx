import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { readKeptPaperFile } from '../../api/retention.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { addressOf } from '../kit/call.ts'
import { formatDate } from '../kit/dates.ts'
import { PagedList } from '../kit/PagedList.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { keptPapers } from './queries.ts'

/** Numbered papers of clients who were erased. */
export function KeptPapersPanel() {
  const query = useInfiniteQuery(keptPapers)
  return (
    <Panel
      title="Papers kept of erased clients"
      note="Signed contracts and invoices, until their time in the schedule is over."
      flush
      className="overflow-clip"
    >
      <PagedList
        query={query}
        more="Show earlier papers"
        empty={<p className="px-4 py-4 text-body text-ink-2 sm:px-5">None.</p>}
      >
        {(papers) => (
          <RowList label="Papers kept of erased clients">
            {papers.map(({ id, kind, number, erasedAt, keptUntil }) => (
              <Row
                key={id}
                title={number}
                aside={kind === 'contracts' ? 'Contract' : 'Invoice'}
                meta={`Client erased ${formatDate(erasedAt)} · ${keptUntil === null ? 'kept until you set a time' : `kept until ${formatDate(keptUntil)}`}`}
                action={
                  <a
                    href={addressOf(readKeptPaperFile, { params: { id } })}
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
