// An image on its way. Not through `call`, whose bodies are JSON.
import { uploadLogo } from '../../api/firm-settings.ts'
import { type FirmSettingsView, logoLimitBytes, logoTooLarge } from '../../domain/firm-settings.ts'
import { addressOf, CallError } from '../kit/call.ts'
import { texts } from './words.ts'

/** Throws CallError for anything but success. */
export async function sendLogo(file: File, version: number): Promise<FirmSettingsView> {
  if (file.size > logoLimitBytes) throw new CallError({ status: 400, text: '', sentence: logoTooLarge().message })
  const response = await fetch(addressOf(uploadLogo, {}), {
    method: uploadLogo.method,
    credentials: 'same-origin',
    headers: { accept: 'application/json', 'content-type': file.type, 'if-match': `"${version}"` },
    body: file,
  }).catch(() => {
    throw new CallError({
      status: 0,
      text: 'Network error',
      sentence: texts.noConnection,
    })
  })
  const text = await response.text()
  // The server checks its answers against the declaration that the type comes from.
  if (response.ok) return JSON.parse(text) as FirmSettingsView
  throw new CallError({ status: response.status, text, sentence: messageIn(text) })
}

function messageIn(text: string): string {
  try {
    return (JSON.parse(text) as { message?: string }).message ?? ''
  } catch {
    // A proxy's own page.
    return ''
  }
}
