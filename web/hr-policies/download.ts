import { useMutation } from '@tanstack/react-query'
import { downloadHrPolicy } from '../../api/hr-policies.ts'
import { downloadName } from '../../domain/hr-policy.ts'
import { addressOf } from '../kit/call.ts'
import { reportSignedOut } from '../kit/signed-out.ts'

export const downloadFailure = 'Download failed. Please try again.'

interface PolicyDownload {
  slug: string
  title: string
  version?: number
}

/** Downloads a policy's PDF; components can show that it failed. */
export function useDownload() {
  return useMutation({
    mutationFn: ({ slug, title, version }: PolicyDownload) =>
      download(addressOf(downloadHrPolicy, { params: { policy: slug }, query: { version } }), downloadName(title)),
  })
}

/** The same for any file of the portal. */
export const useFileDownload = () =>
  useMutation({ mutationFn: ({ address, name }: { address: string; name: string }) => download(address, name) })

async function download(address: string, name: string) {
  const response = await fetch(address, { credentials: 'same-origin' })
  if (response.status === 401) reportSignedOut()
  if (!response.ok) throw new Error(downloadFailure)
  saveFile(await response.blob(), name)
}

function saveFile(file: Blob, name: string) {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken the file over by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
