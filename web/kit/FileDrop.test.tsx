import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { show } from '../component-test.tsx'
import { FileDrop } from './FileDrop.tsx'

const file = new File(['%PDF'], 'handbook.pdf', { type: 'application/pdf' })

function open(onFiles = vi.fn()) {
  const user = show(
    <FileDrop label="Files to upload" accept=".pdf" button="Choose files" hint="PDF, up to 25 MB." onFiles={onFiles}>
      Drop files here.
    </FileDrop>,
  )
  return { user, onFiles, input: screen.getByLabelText('Files to upload') }
}

it('tells the limits before anything is chosen', () => {
  open()
  expect(screen.getByText('PDF, up to 25 MB.')).toBeTruthy()
})

it('takes the same file twice', async () => {
  const { user, onFiles, input } = open()
  await user.upload(input, file)
  await user.upload(input, file)
  expect(onFiles.mock.calls).toEqual([[[file]], [[file]]])
})

it('takes a file that is dropped', () => {
  const { onFiles } = open()
  fireEvent.drop(screen.getByText('Drop files here.'), { dataTransfer: { files: [file] } })
  expect(onFiles).toHaveBeenCalledExactlyOnceWith([file])
})
