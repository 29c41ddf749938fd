import { useMutation } from '@tanstack/react-query'
import { downloadHrPolicy } from '../../api/hr-policies.ts'
import { downloadName } from '../../domain/hr-policy.ts'
import { addressOf } from '../kit/call.ts'
import { tellSignedOut } from '../kit/signed-out.ts'

export const downloadFailure = 'Download failed. Please try again.'

interface Wanted {
  slug: string
  title: string
  version?: number
}

/** Fetches a policy's PDF and hands it to the browser to keep; whoever asks can tell that it failed. */
export function useDownload() {
  return useMutation({
    mutationFn: async ({ slug, title, version }: Wanted) => {
      const address = addressOf(downloadHrPolicy, { params: { policy: slug }, query: { version } })
      const response = await fetch(address, { credentials: 'same-origin' })
      if (response.status === 401) tellSignedOut()
      if (!response.ok) throw new Error(downloadFailure)
      keep(await response.blob(), downloadName(title))
    },
  })
}

function keep(file: Blob, name: string) {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken the file over by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
