import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { registerDocument } from '../../api/documents.ts'
import { faultOf } from '../documents/check-file.ts'
import { ChooseFilesButton } from '../documents/ChooseFilesButton.tsx'
import { DocumentPicker } from '../documents/DocumentPicker.tsx'
import { useSendFile } from '../documents/use-send-file.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { signedIn, useSignInAgain } from '../kit/sign-in-again.ts'
import { useUser } from '../session/use-auth.ts'

type CertificateFieldProps = {
  folderId: string
  canUpload: boolean
  value: string | null
  error: string | undefined
  onChoose: (id: string | null) => void
}

const certificateUpload = ['certificate-upload']

/** While a certificate is uploaded, its record can't be saved. */
export const useIsUploadingCertificate = (): boolean => useIsMutating({ mutationKey: certificateUpload }) > 0

/** A document of the folder, or a file that is uploaded as one. */
export function CertificateField({ folderId, canUpload, value, error, onChoose }: CertificateFieldProps) {
  const user = useUser()
  const client = useQueryClient()
  const signInAgain = useSignInAgain()
  const sendFile = useSendFile()
  const [problem, setProblem] = useState<string | undefined>()
  const upload = useMutation({
    mutationKey: certificateUpload,
    mutationFn: async (file: File) => {
      const body = { ...(await sendFile(file)), clientFolderId: folderId }
      return signedIn(signInAgain, () => call(registerDocument, { body }))
    },
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: ['documents'] })
      onChoose(id)
    },
    onError: (failed) => setProblem(sentenceOf(failed, 'Couldn’t upload the certificate. Try again.')),
  })
  return (
    <div className="min-w-0 space-y-2">
      <DocumentPicker
        label="Certificate"
        folderId={folderId}
        value={value}
        error={problem ?? error}
        onChoose={(id) => {
          setProblem(undefined)
          onChoose(id)
        }}
      />
      {canUpload && (
        <ChooseFilesButton
          inputLabel="Certificate file"
          multiple={false}
          pending={upload.isPending}
          onFiles={([file]) => {
            if (file === undefined) return
            const fault = faultOf(file, user)
            setProblem(fault ?? undefined)
            if (fault === null) upload.mutate(file)
          }}
        >
          <FileUp />
          Upload certificate
        </ChooseFilesButton>
      )}
    </div>
  )
}
