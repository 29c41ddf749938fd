import { useInfiniteQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { handbooksOf } from '../handbooks/queries.ts'
import { Button } from '../kit/Button.tsx'
import { AcknowledgmentsDialog } from './AcknowledgmentsDialog.tsx'

interface Props {
  folderId: string
  /** False in an archived folder. */
  canSend: boolean
}

/** How many employees acknowledged the latest version of the handbook; renders nothing if none was sent. */
export function SentToEmployees({ folderId, canSend }: Props) {
  const { data } = useInfiniteQuery(handbooksOf(folderId))
  const [open, setOpen] = useState(false)
  const handbook = data?.pages[0]?.items[0]
  const version = handbook?.versions[0]
  if (handbook === undefined || version === undefined || version.documentId === null) return null
  const { askedEmployees: asked, acknowledgedEmployees: acknowledged } = version
  return (
    <section
      aria-label="Handbook acknowledgments"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3 sm:px-5"
    >
      <p className="min-w-0 text-body wrap-anywhere text-ink-2">
        {asked === 0 ? (
          <>No employee has been asked to acknowledge version {version.number} of the handbook yet.</>
        ) : (
          <>
            <strong className="tabular font-semibold text-ink">
              {acknowledged} of {asked}
            </strong>{' '}
            employees acknowledged version {version.number} of the handbook.
          </>
        )}
      </p>
      <Button onClick={() => setOpen(true)}>
        <Users />
        {canSend && acknowledged === 0 && asked === 0 ? 'Send to employees' : 'Acknowledgments'}
      </Button>
      {open && <AcknowledgmentsDialog handbook={handbook} canSend={canSend} onClose={() => setOpen(false)} />}
    </section>
  )
}
