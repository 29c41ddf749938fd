import { ArrowLeft, X } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Button } from '../kit/Button.tsx'
import { CallError, sentenceOf } from '../kit/call.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { EmailView } from './EmailView.tsx'
import { emailOpened } from './queries.ts'

/** The open email. On arrival the reader, and anyone who listens, is at its beginning. */
export function EmailPane({ id, onClose }: { id: string; onClose: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className="min-w-0 outline-none lg:sticky lg:top-6">
      <Button variant="ghost" className="mb-3 lg:hidden" onClick={onClose}>
        <ArrowLeft />
        All emails
      </Button>
      <Panel className="relative">
        <IconButton label="Close email" onClick={onClose} className="absolute top-3 right-3 max-lg:hidden">
          <X size={18} />
        </IconButton>
        <OpenEmail id={id} />
      </Panel>
    </div>
  )
}

function OpenEmail({ id }: { id: string }) {
  const { data, error, isPending, isFetching, refetch } = useQuery(emailOpened(id))
  if (data !== undefined) return <EmailView email={data} />
  if (isPending || isFetching) return <SkeletonRows label="Loading the email" />
  if (error instanceof CallError && error.status === 404)
    return <EmptyState title="We couldn’t find that email">It may have been deleted.</EmptyState>
  const isUnconfirmed = error instanceof CallError && error.code === 'step-up'
  return (
    <EmptyState
      title={isUnconfirmed ? 'Confirm it’s you' : 'Couldn’t load the email'}
      action={<Button onClick={() => void refetch()}>{isUnconfirmed ? 'Enter your password' : 'Try again'}</Button>}
    >
      {isUnconfirmed
        ? 'Emails can contain links that open accounts, so reading one needs your password.'
        : sentenceOf(error, 'Check your connection, then try again.')}
    </EmptyState>
  )
}
