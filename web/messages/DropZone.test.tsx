import { fireEvent, screen } from '@testing-library/react'
import { createPortal } from 'react-dom'
import { expect, it, vi } from 'vitest'
import { show } from '../component-test.tsx'
import { DropZone } from './DropZone.tsx'

const file = new File(['Hello'], 'Policy.pdf')
const dataTransfer = { types: ['Files'], files: [file] }

it('adds files that are dropped on the conversation, not those dropped on a dialog that it opened', () => {
  const onFiles = vi.fn<(files: File[]) => void>()
  show(
    <DropZone onFiles={onFiles}>
      <p>Conversation</p>
      {createPortal(<p>Dialog</p>, document.body)}
    </DropZone>,
  )
  fireEvent.dragOver(screen.getByText('Dialog'), { dataTransfer })
  fireEvent.drop(screen.getByText('Dialog'), { dataTransfer })
  expect(onFiles).not.toHaveBeenCalled()
  expect(screen.queryByText(/^Drop files to/)).toBeNull()
  fireEvent.dragOver(screen.getByText('Conversation'), { dataTransfer })
  expect(screen.getByText('Drop files to attach them to your message')).toBeTruthy()
  fireEvent.drop(screen.getByText('Conversation'), { dataTransfer })
  expect(onFiles).toHaveBeenCalledWith([file])
})
