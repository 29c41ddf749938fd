import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listProposals } from '../../api/proposals.ts'
import type { ProposalView } from '../../domain/proposal.ts'
import { pagesOf } from '../kit/pages-of.ts'
import { SearchPicker } from '../kit/SearchPicker.tsx'
import { proposalWords } from './words.ts'

type ProposalPickerProps = {
  folderId: string
  chosen: ProposalView | null
  error?: string | undefined
  onChoose: (proposal: ProposalView | null) => void
}

const chosable = new Set(['draft', 'sent', 'approved'])

const proposalsIn = (clientFolderId: string, q: string) =>
  pagesOf(['proposals'], listProposals, { query: { clientFolderId, limit: 20, ...(q === '' ? {} : { q }) } })

/** Finds a proposal of the folder from which a contract can be filled. */
export function ProposalPicker({ folderId, chosen, error, onChoose }: ProposalPickerProps) {
  const [words, setWords] = useState('')
  const query = useInfiniteQuery({ ...proposalsIn(folderId, words), enabled: folderId !== '' })
  const found = (query.data?.pages[0]?.items ?? []).filter(({ status }) => chosable.has(status)).slice(0, 8)
  return (
    <SearchPicker
      label="Proposal"
      optional
      help="Fills in the services and total value."
      error={error}
      words={words}
      onWords={setWords}
      chosen={chosen?.title ?? null}
      options={[
        ...(chosen === null ? [] : [{ id: '', label: 'No proposal' }]),
        ...found.map((each) => ({ id: each.id, label: each.title, detail: proposalWords(each) })),
      ]}
      nothing={nothingWords(folderId, query.isPending)}
      onChoose={(id) => onChoose(found.find((each) => each.id === id) ?? null)}
    />
  )
}

function nothingWords(folderId: string, isPending: boolean) {
  if (folderId === '') return 'Choose the client folder first.'
  return isPending ? 'Searching…' : 'No matching proposals in this folder.'
}
