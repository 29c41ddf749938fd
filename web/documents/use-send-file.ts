import type { DocumentVersionInput } from '../../domain/document.ts'
import { signedIn, useSignInAgain } from '../kit/sign-in-again.ts'

/** Uploads one file, and returns the fields that register it. Asks the user to sign in again if the session has ended. */
export function useSendFile(): (file: File) => Promise<DocumentVersionInput> {
  const signInAgain = useSignInAgain()
  return async (file) => {
    const { openSending } = await import('./uploader.ts')
    const documentURL = await openSending({
      file,
      signedIn: (work) => signedIn(signInAgain, work),
      onProgress: () => {},
    }).send()
    const { name, size: fileSize, type: mimeType } = file
    return { documentURL, fileName: name, originalName: name, fileSize, mimeType }
  }
}
