import { ArrowLeft, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Letter } from '../../domain/letter.ts'
import { Button } from '../kit/Button.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { LetterView } from './LetterView.tsx'

type LetterPaneProps = { letter: Letter | undefined; isLoading: boolean; onClose: () => void }

/** The open letter. On arrival the reader, and whoever listens, is at its beginning. */
export function LetterPane({ letter, isLoading, onClose }: LetterPaneProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className="min-w-0 outline-none lg:sticky lg:top-6">
      <Button variant="ghost" className="mb-3 lg:hidden" onClick={onClose}>
        <ArrowLeft size={16} strokeWidth={1.75} aria-hidden="true" />
        All letters
      </Button>
      <Panel className="relative">
        <IconButton label="Close the letter" onClick={onClose} className="absolute top-3 right-3 max-lg:hidden">
          <X size={18} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
        {letter !== undefined ? (
          <LetterView letter={letter} />
        ) : isLoading ? (
          <SkeletonRows label="Loading the letter" />
        ) : (
          <EmptyState title="Not among the letters shown">
            It may be further down the list, or the search leaves it out.
          </EmptyState>
        )}
      </Panel>
    </div>
  )
}
