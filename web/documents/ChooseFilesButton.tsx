import { type ReactNode, useRef } from 'react'
import { Button } from '../kit/Button.tsx'
import { useUser } from '../session/use-auth.ts'
import { acceptedBy, limitsInWords } from './check-file.ts'

type ChooseFilesButtonProps = {
  /** Of the input, for assistive technology and tests. */
  inputLabel: string
  disabled?: boolean
  multiple?: boolean
  /** Where it shows progress itself. */
  pending?: boolean
  onFiles: (files: File[]) => void
  children: ReactNode
}

/** Opens the file dialog: for the keyboard, and where nothing can be dropped. */
export function ChooseFilesButton(props: ChooseFilesButtonProps) {
  const { inputLabel, disabled = false, multiple = true, pending, onFiles, children } = props
  const input = useRef<HTMLInputElement>(null)
  const user = useUser()
  return (
    <>
      <Button
        title={limitsInWords(user)}
        disabled={disabled}
        {...(pending !== undefined && { pending, pendingLabel: 'Uploading...' })}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        multiple={multiple}
        hidden
        aria-label={inputLabel}
        accept={acceptedBy(user)}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // The same file may be chosen again after it was removed.
          event.target.value = ''
        }}
      />
    </>
  )
}
