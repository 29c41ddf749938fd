import { useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useRef, useState } from 'react'
import type { PointGroup } from 'signature_pad'
import { askPasskey } from '../../api/passkeys.ts'
import type { PasskeyAnswer } from '../../domain/passkey.ts'
import { SignatureInput } from '../../domain/signature.ts'
import { call } from '../kit/call.ts'
import { usePortalForm } from '../kit/form.ts'
import { signWithPasskey } from '../passkeys/browser-passkeys.ts'
import { fullName } from '../session/names.ts'
import { useUser } from '../session/use-auth.ts'
import { strokesOf } from './drawing.ts'
import type { SigningTarget } from './signing-target.ts'
import { texts } from './words.ts'

export type SigningForm = ReturnType<typeof useSigning>['form']

/** What of a text was on the screen; `isDownloaded` counts as all of it. */
interface Reading {
  textKey: string
  shown: number
  total: number
  isDownloaded: boolean
}

/** The input of a signer, which is preserved until it is signed, whatever fails. */
export function useSigning(target: SigningTarget) {
  const client = useQueryClient()
  const user = useUser()
  const { textKey } = target
  const unread: Reading = { textKey, shown: 0, total: 0, isDownloaded: false }
  const [lastReading, setReading] = useState(unread)
  const [drawing, setDrawing] = useState<PointGroup[]>([])
  const [firstText] = useState(textKey)
  const passkey = useRef<PasskeyAnswer | undefined>(undefined)
  // Another text has to be read again.
  const reading = lastReading.textKey === textKey ? lastReading : unread
  const read = (what: Partial<Reading>) =>
    setReading((last) => ({ ...(last.textKey === textKey ? last : unread), ...what }))

  const form = usePortalForm({
    schema: SignatureInput,
    defaultValues: { kind: 'typed', name: fullName(user), strokes: [], password: '' },
    failure: 'Couldn’t save the signature. Try again.',
    send: ({ consent, kind, name, strokes, password }, key) => {
      const confirmation = passkey.current === undefined ? { password } : { passkey: passkey.current }
      // It signed one challenge, which is used up.
      passkey.current = undefined
      return target.sign({ consent, kind, name, strokes, ...confirmation }, key)
    },
    onSent: () => client.invalidateQueries({ queryKey: [target.noun] }),
    onFailed: ({ status }) => {
      // It was changed, signed, or withdrawn in the meantime: use its current state.
      if (status === 409 || status === 412) void client.invalidateQueries({ queryKey: [target.noun] })
    },
  })

  function draw(next: PointGroup[]) {
    setDrawing(next)
    form.setValue('strokes', next.length === 0 ? [] : strokesOf(next), { shouldDirty: true })
    form.clearErrors('strokes')
  }

  /** In place of the password. The device asks for a fingerprint, a face, or a PIN. */
  async function signByPasskey() {
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return
    passkey.current = await signWithPasskey(await call(askPasskey))
    form.setValue('password', undefined)
    form.submit()
  }

  const hint = hintFor(target, reading)
  return {
    form,
    drawing,
    draw,
    signByPasskey,
    /** What signing still waits for; null when it can be signed. */
    hint,
    sign: (event: SyntheticEvent) => {
      event.preventDefault()
      if (hint === null) form.submit(event)
    },
    pagesShown: ({ shown, total }: { shown: number; total: number }) => read({ shown, total }),
    downloaded: () => read({ isDownloaded: true }),
    /** Why it has to be read again. */
    toRead: textKey === firstText ? null : texts.changed(target.word),
    isDirty: form.formState.isDirty,
  }
}

/** Signing needs every byte delivered, which the server decides, and every page on the screen once, or the file. */
function hintFor(
  { word, viewAddress, isReceived }: SigningTarget,
  { shown, total, isDownloaded }: Reading,
): string | null {
  if (viewAddress === null && !isReceived) return `Download the ${word} to continue.`
  if (!isReceived) return `Loading the ${word}…`
  if (viewAddress === null || isDownloaded) return null
  if (total === 0) return `Loading the ${word}…`
  return shown < total ? `Scroll to the last page to continue: ${shown} of ${total} pages shown.` : null
}
