// When a document expires, as lists and the panel show it, and the dialog that sets the date.
import { useState } from 'react'
import { setDocumentExpiration } from '../../api/documents.ts'
import { isClient } from '../../domain/actor.ts'
import { DocumentExpiration, expirationState } from '../../domain/document-expiration.ts'
import { type DocumentView, isTeamOnly } from '../../domain/document.ts'
import { officeDate } from '../../domain/time.ts'
import { call } from '../kit/call.ts'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { formatDate } from '../kit/dates.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useNow } from '../kit/now.ts'
import { useEditForm } from '../kit/save-form.ts'
import { Badge } from '../kit/StatusBadge.tsx'
import { DateField } from '../kit/TextField.tsx'
import { useUser } from '../session/use-auth.ts'
import { documentById } from './queries.ts'
import { expirationWords, texts } from './words.ts'

const tones = { expired: 'danger', expiring: 'warn', valid: 'neutral' } as const

type ExpirationStateProps = {
  document: DocumentView
  now: Date
  /** In a column with the header "Expires". */
  inColumn?: boolean
}

export function ExpirationState({ document: { expiresOn }, now, inColumn = false }: ExpirationStateProps) {
  if (expiresOn === null) return null
  const words = expirationWords(expiresOn, now)
  return (
    <Badge tone={tones[expirationState(expiresOn, officeDate(now))]}>
      {inColumn ? capitalized(words.replace('Expires ', '')) : words}
    </Badge>
  )
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** In the panel: the date, who is reminded of it, and the button that changes it. */
export function ExpirationLine({ document }: { document: DocumentView }) {
  const now = useNow()
  const user = useUser()
  const [open, setOpen] = useState(false)
  const { expiresOn, remindsClient, allowed } = document
  if (expiresOn === null && !allowed.includes('set-expiration')) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-body text-ink-2">
      <ExpirationState document={document} now={now} />
      {expiresOn !== null && !isClient(user) && (
        <span>{remindsClient ? 'The client gets reminders' : 'Only the team gets reminders'}</span>
      )}
      {allowed.includes('set-expiration') && (
        <button type="button" className="link finger-high" onClick={() => setOpen(true)}>
          {expiresOn === null ? 'Set expiration date' : 'Change expiration date'}
        </button>
      )}
      {open && <ExpirationDialog document={document} onClose={() => setOpen(false)} />}
    </p>
  )
}

export function ExpirationDialog({ document, onClose }: { document: DocumentView; onClose: () => void }) {
  const side = isClient(useUser()) ? 'client' : 'team'
  const form = useEditForm({
    item: document,
    read: (client) => client.fetchQuery({ ...documentById(document.id), staleTime: 0 }),
    valuesOf: ({ expiresOn, remindsClient }) => ({ expiresOn: expiresOn ?? '', remindsClient }),
    describe: (after) => [
      ['expiresOn', 'Expiration date', after.expiresOn === null ? 'none' : formatDate(after.expiresOn)],
      ['remindsClient', 'Reminders to the client', after.remindsClient ? 'on' : 'off'],
    ],
    schema: DocumentExpiration,
    failure: 'Couldn’t save the expiration date',
    send: (body, ifMatch) => call(setDocumentExpiration, { params: { id: document.id }, body, ifMatch }),
    success: 'Expiration date saved',
    queryKey: ['documents'],
    onClose,
  })
  return (
    <FormDialog
      title={`Set the expiration date of “${document.originalName}”`}
      description={texts.expiration[side]}
      form={form}
      submit="Save date"
      submitting="Saving..."
      onClose={onClose}
    >
      <div className="space-y-4">
        <DateField
          label="Expiration date"
          optional
          help="The last day on which the document is valid"
          error={form.errorOf('expiresOn')}
          {...form.register('expiresOn')}
        />
        {!isTeamOnly(document) && (
          <CheckboxField
            label={side === 'team' ? 'Remind the client' : 'Remind me'}
            error={form.errorOf('remindsClient')}
            {...form.register('remindsClient')}
          />
        )}
      </div>
    </FormDialog>
  )
}
