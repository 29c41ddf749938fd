import { useQueryClient } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { useRef, useState } from 'react'
import { importEmployees, previewEmployeeImport } from '../../api/employee-imports.ts'
import {
  EmployeeImportInput,
  type EmployeeImportPreview,
  type EmployeeImportResult,
  type EmployeeImportRow,
} from '../../domain/employee-import.ts'
import { Button } from '../kit/Button.tsx'
import { call } from '../kit/call.ts'
import { usePortalForm } from '../kit/form.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { RowList } from '../kit/RowList.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { TextArea } from '../kit/TextField.tsx'
import { toast } from '../kit/toast-store.ts'
import { employeesInWords, texts } from './words.ts'

/** Checks the rows of a pasted or chosen list, and then imports them. */
export function ImportEmployeesDialog({ folderId, onClose }: { folderId: string; onClose: () => void }) {
  const client = useQueryClient()
  const [checked, setChecked] = useState<{ csv: string; preview: EmployeeImportPreview } | null>(null)
  const params = { id: folderId }
  const form = usePortalForm<typeof EmployeeImportInput, EmployeeImportPreview | EmployeeImportResult>({
    schema: EmployeeImportInput,
    defaultValues: { csv: '' },
    failure: 'Couldn’t import the employees. Try again.',
    send: (body, idempotencyKey) =>
      isReady(body.csv)
        ? call(importEmployees, { params, body, idempotencyKey })
        : call(previewEmployeeImport, { params, body }),
    onSent: async (result, { csv }) => {
      if ('rows' in result) return setChecked({ csv, preview: result })
      toast.success(`${employeesInWords(result.employees)} imported`)
      await Promise.all(['employees', 'deadlines'].map((noun) => client.invalidateQueries({ queryKey: [noun] })))
      onClose()
    },
    onFailed: () => toast.error('Couldn’t import the employees'),
  })
  const csv = form.watch('csv')
  /** Null once the list was edited. */
  const preview = checked?.csv === csv ? checked.preview : null
  function isReady(list: string) {
    return checked?.csv === list && checked.preview.rows.every(({ problem }) => problem === null)
  }
  return (
    <FormDialog
      title="Import employees"
      description={texts.import}
      width="wide"
      form={form}
      submit={isReady(csv) ? `Import ${employeesInWords(preview?.rows.length ?? 0)}` : 'Check rows'}
      submitting={isReady(csv) ? 'Importing...' : 'Checking...'}
      onClose={onClose}
    >
      <div className="space-y-4">
        <TextArea
          label="List of employees"
          help={texts.columns}
          rows={6}
          error={form.errorOf('csv')}
          {...form.register('csv')}
        />
        <ChooseFile
          onRead={(text) => form.setValue('csv', text, { shouldDirty: true, shouldValidate: true })}
          onWrong={() => form.setError('csv', { message: texts.notUtf8 })}
        />
        {preview !== null && <Preview preview={preview} />}
      </div>
    </FormDialog>
  )
}

function ChooseFile({ onRead, onWrong }: { onRead: (text: string) => void; onWrong: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  async function read(file: File) {
    try {
      onRead(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()))
    } catch {
      onWrong()
    }
  }
  return (
    <>
      <Button onClick={() => input.current?.click()}>
        <FileSpreadsheet />
        Choose a CSV file
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="CSV file of employees"
        accept=".csv,text/csv"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) void read(file)
          target.value = ''
        }}
      />
    </>
  )
}

/** Rows with problems first. */
function Preview({ preview: { rows, ignored } }: { preview: EmployeeImportPreview }) {
  const wrong = rows.filter(({ problem }) => problem !== null)
  const right = rows.filter(({ problem }) => problem === null)
  return (
    <div className="space-y-2">
      <p role="status" className="text-body text-ink-2">
        {texts.checked(right.length, wrong.length)}
        {ignored.length > 0 && ` ${texts.ignored(ignored)}`}
      </p>
      <RowList label="Checked rows">
        {[...wrong, ...right].map((each) => (
          <CheckedRow key={each.row} its={each} />
        ))}
      </RowList>
    </div>
  )
}

function CheckedRow({ its: { row, name, email, jobTitle, problem } }: { its: EmployeeImportRow }) {
  return (
    <li className="flex items-start gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p dir="auto" className="text-body wrap-anywhere own-direction text-ink">
          {[`Row ${row}`, name].filter(Boolean).join(': ')}
        </p>
        <p className="text-meta wrap-anywhere text-ink-3">{[jobTitle, email].filter(Boolean).join(' · ')}</p>
        {problem !== null && <p className="text-meta wrap-anywhere text-danger">{problem}</p>}
      </div>
      <Badge tone={problem === null ? 'ok' : 'danger'}>{problem === null ? 'Ready' : 'Problem'}</Badge>
    </li>
  )
}
