// A link to a file can't ask for the password. So where the file needs a step-up, the portal is asked first: that question opens
// the dialog, and the download follows once it was answered.
import type { MouseEvent } from 'react'
import { checkReauthentication } from '../../api/sessions.ts'
import { call, CallError, sentenceOf } from './call.ts'
import { toast } from './toast-store.ts'

export async function downloadOnceConfirmed(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
  event.preventDefault()
  const { href } = event.currentTarget
  try {
    await call(checkReauthentication)
  } catch (error) {
    if (error instanceof CallError && error.code === 'step-up') return
    const description = sentenceOf(error, 'Try again.')
    toast({ title: 'Couldn’t download the file', description, variant: 'destructive' })
    return
  }
  const link = document.createElement('a')
  link.href = href
  link.download = ''
  link.click()
}
