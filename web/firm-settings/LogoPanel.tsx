import { useMutation, useQueryClient } from '@tanstack/react-query'
import { removeLogo } from '../../api/firm-settings.ts'
import { type FirmSettingsView, logoLimitBytes, LogoType } from '../../domain/firm-settings.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { FileDrop } from '../kit/FileDrop.tsx'
import { FormProblem } from '../kit/FormProblem.tsx'
import { Panel } from '../kit/Panel.tsx'
import { toast } from '../kit/toast-store.ts'
import { firmSettings } from './queries.ts'
import { sendLogo } from './send-logo.ts'
import { useLogo } from './use-logo.ts'

export function LogoPanel({ settings }: { settings: FirmSettingsView }) {
  const client = useQueryClient()
  const logo = useLogo(settings)
  const done = (success: string) => (saved: FirmSettingsView) => {
    client.setQueryData(firmSettings.queryKey, saved)
    toast.success(success)
  }
  const failed = () => void client.invalidateQueries({ queryKey: firmSettings.queryKey })
  const upload = useMutation({
    mutationFn: (file: File) => sendLogo(file, settings.version),
    onSuccess: done('Logo saved. Reload open pages to see it.'),
    onError: failed,
  })
  const remove = useMutation({
    mutationFn: () => call(removeLogo, { ifMatch: settings.version }),
    onSuccess: done('Logo removed'),
    onError: failed,
  })
  const error = upload.error ?? remove.error
  return (
    <Panel title="Logo" note="Appears on pages, invoices, PDFs, and emails." className="max-w-[48rem]">
      <FormProblem problem={error === null ? null : sentenceOf(error, 'Couldn’t save the logo. Try again.')} />
      {logo !== null && (
        <div className="mb-4 flex flex-wrap items-center gap-4">
          <span className="rounded-md border border-line bg-surface p-3">
            <img src={logo} alt="Current logo" className="h-12 w-auto max-w-60" />
          </span>
          {settings.logo !== null && (
            <Button pending={remove.isPending} pendingLabel="Removing..." onClick={() => remove.mutate()}>
              Remove logo
            </Button>
          )}
        </div>
      )}
      <FileDrop
        label="Logo"
        button={upload.isPending ? 'Saving...' : logo === null ? 'Choose a logo' : 'Choose another logo'}
        hint={`PNG or JPEG, up to ${logoLimitBytes / 1024} KB`}
        accept={LogoType.options.join(',')}
        onFiles={([file]) => {
          if (file === undefined || upload.isPending) return
          remove.reset()
          upload.mutate(file)
        }}
      >
        Drop an image here, or choose it from your computer.
      </FileDrop>
    </Panel>
  )
}
