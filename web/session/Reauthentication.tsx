import type { ReactNode } from 'react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLazyCode } from '../kit/use-lazy-code.ts'
import { onReauthenticationNeeded } from '../kit/reauthentication.ts'

const loadDialog = () => import('./ReauthenticationDialog.tsx')

/** Asks for the password over the page as it is, whenever a call below needs it. */
export function ReauthenticationProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const waiting = useRef<(proved: boolean) => void>(() => {})
  const close = useCallback((proved: boolean) => {
    setOpen(false)
    waiting.current(proved)
  }, [])
  useEffect(
    () =>
      onReauthenticationNeeded(
        () =>
          new Promise((answer) => {
            waiting.current = answer
            setOpen(true)
          }),
      ),
    [],
  )
  const found = useLazyCode(loadDialog, open, () => close(false))
  return (
    <>
      {children}
      {open && found && <found.default onClose={close} />}
    </>
  )
}
