import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isBillable } from '../../domain/contract-actions.ts'
import { contractLabels } from '../agreements/status-labels.ts'
import { contractById, contractsFound } from '../contracts/queries.ts'
import { formatMoney } from '../kit/money.ts'
import { SearchPicker } from '../kit/SearchPicker.tsx'

type ContractPickerProps = {
  folderId: string
  /** The contract's id, or empty. */
  value: string
  error?: string | undefined
  onChoose: (id: string) => void
}

/** Finds a contract of the folder that can be billed. */
export function ContractPicker({ folderId, value, error, onChoose }: ContractPickerProps) {
  const [words, setWords] = useState('')
  const query = useInfiniteQuery({ ...contractsFound({ q: words, folderId, limit: 20 }), enabled: folderId !== '' })
  const chosen = useQuery({ ...contractById(value), enabled: value !== '' })
  const found = (query.data?.pages[0]?.items ?? []).filter(isBillable).slice(0, 8)
  return (
    <SearchPicker
      label="Contract"
      optional
      help="Fills in the lines from the contract’s services."
      error={error}
      words={words}
      onWords={setWords}
      chosen={value === '' ? null : (chosen.data?.contractNumber ?? null)}
      options={[
        ...(value === '' ? [] : [{ id: '', label: 'No contract' }]),
        ...found.map(({ id, contractNumber, status, totalValue }) => ({
          id,
          label: contractNumber,
          detail: `${contractLabels[status]}, ${formatMoney(totalValue)}`,
        })),
      ]}
      nothing={nothingWords(folderId, query.isPending)}
      onChoose={onChoose}
    />
  )
}

function nothingWords(folderId: string, isPending: boolean) {
  if (folderId === '') return 'Choose the client folder first.'
  return isPending ? 'Searching…' : 'No matching contracts in this folder.'
}
