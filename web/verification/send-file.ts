// Uploads a file for verification. With XMLHttpRequest, because only it reports upload progress.
import { verifyFile } from '../../api/verification.ts'
import { type Verification, verificationLimitBytes } from '../../domain/verification.ts'
import { addressOf, CallError } from '../kit/call.ts'
import { texts } from './words.ts'

type SendPlan = { file: File; signal: AbortSignal; onProgress: (share: number) => void }

/** Throws CallError for anything but a valid reply. */
export function sendFile({ file, signal, onProgress }: SendPlan): Promise<Verification> {
  if (file.size > verificationLimitBytes) return Promise.reject(tooLarge())
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', addressOf(verifyFile, {}))
    request.setRequestHeader('content-type', verifyFile.takes)
    request.setRequestHeader('accept', 'application/json')
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total))
    request.addEventListener('load', () => {
      // The server validates its replies against the declaration that this type comes from.
      if (request.status === 200) resolve(JSON.parse(request.responseText) as Verification)
      else reject(errorOf(request))
    })
    request.addEventListener('error', () => reject(lost()))
    request.addEventListener('abort', () => reject(signal.reason))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

const tooLarge = () =>
  new CallError({
    status: 413,
    text: 'Too large',
    code: 'too-large',
    sentence: texts.tooLarge(verificationLimitBytes / 1_048_576),
  })

const lost = () =>
  new CallError({
    status: 0,
    text: 'Network error',
    code: 'network',
    sentence: 'Connection lost. Check it and try again.',
  })

function errorOf({ status, responseText: text }: XMLHttpRequest): CallError {
  try {
    const { message, code } = JSON.parse(text) as { message?: string; code?: string }
    return new CallError({ status, text, sentence: message ?? '', ...(code === undefined ? {} : { code }) })
  } catch {
    // An error page of a proxy.
    return new CallError({ status, text, sentence: '' })
  }
}
