import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { show } from '../component-test.tsx'
import { useActionsAbove } from './PagedList.tsx'

type Read = { items: number | 'loading'; isFiltered?: boolean }

/** A list whose state changes with each press. */
function List({ reads }: { reads: Read[] }) {
  const [at, setAt] = useState(0)
  const { items, isFiltered } = reads[at] ?? { items: 'loading' }
  const pages = items === 'loading' ? undefined : [{ items: Array.from({ length: items }), next: null }]
  const data = pages && { pages, pageParams: [null] }
  const hasActions = useActionsAbove({ data, isPending: data === undefined }, isFiltered)
  return (
    <>
      <p>{hasActions ? 'above' : 'none above'}</p>
      <button type="button" onClick={() => setAt(at + 1)}>
        Next
      </button>
    </>
  )
}

it.each<[string, Read[], boolean[]]>([
  ['not while it is read, nor when it is empty', [{ items: 'loading' }, { items: 0 }], [false, false]],
  ['once it was read with items', [{ items: 'loading' }, { items: 2 }], [false, true]],
  [
    'also while it is read again',
    [{ items: 2 }, { items: 'loading', isFiltered: true }, { items: 'loading' }],
    [true, true, true],
  ],
  [
    'with a filter that finds nothing, and while the filter is cleared',
    [{ items: 0, isFiltered: true }, { items: 'loading' }, { items: 0 }],
    [true, true, false],
  ],
])('a list has its actions above it %s', async (_, reads, expected) => {
  const person = show(<List reads={reads} />)
  for (const hasActions of expected) {
    expect(screen.queryByText('above') !== null).toBe(hasActions)
    await person.click(screen.getByRole('button', { name: 'Next' }))
  }
})
