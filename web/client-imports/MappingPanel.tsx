import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changeClientImport } from '../../api/client-imports.ts'
import {
  ClientImportChange,
  type ClientImportView,
  importFieldNames,
  importFields,
} from '../../domain/client-import.ts'
import { Button } from '../kit/Button.tsx'
import { call } from '../kit/call.ts'
import { FormProblem } from '../kit/FormProblem.tsx'
import { Panel } from '../kit/Panel.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { SelectField } from '../kit/SelectField.tsx'
import { nameOf, staffFound } from '../staff/queries.ts'
import { texts } from './words.ts'

/** Maps columns to fields, starting with guesses from the headings. */
export function MappingPanel({ its }: { its: ClientImportView }) {
  const { id, version, headers, mapping, defaultLeadId } = its
  const found = importFieldNames.filter((field) => mapping[field] !== null).length
  // Collapsed if the guesses are good, because the problems of the rows matter more.
  const [isOpen, setOpen] = useState(mapping.name === null || mapping.email === null || its.counts.pending === 0)
  const form = useSaveForm({
    schema: ClientImportChange,
    defaultValues: { mapping, defaultLeadId },
    failure: 'Couldn’t check the rows',
    send: (body) => call(changeClientImport, { params: { id }, body, ifMatch: version }),
    success: 'Rows checked',
    queryKey: ['client-imports'],
    onClose: () => {},
  })
  const staff = useInfiniteQuery(staffFound('', 200))
  const consultants = (staff.data?.pages[0]?.items ?? []).map((each) => ({ value: each.id, label: nameOf(each) }))
  const columns = headers.map((heading, index) => ({
    value: String(index),
    label: heading === '' ? `Column ${index + 1}` : heading,
  }))
  const { register, errorOf } = form
  return (
    <Panel
      title="Columns"
      note={texts.columns(found, importFieldNames.length, isOpen)}
      action={
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide columns' : 'Change columns'}
        </Button>
      }
      flush={!isOpen}
    >
      <form onSubmit={form.submit} hidden={!isOpen}>
        <FormProblem problem={form.problem} />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {importFieldNames.map((field) => (
            <SelectField
              key={field}
              label={importFields[field]}
              empty="Not in the file"
              choices={columns}
              error={errorOf(`mapping.${field}`)}
              {...register(`mapping.${field}`, { setValueAs: columnOf })}
            />
          ))}
          <SelectField
            label="Consultant for rows without one"
            empty="None"
            choices={consultants}
            error={errorOf('defaultLeadId')}
            {...register('defaultLeadId', { setValueAs: (chosen: string | null) => (chosen === '' ? null : chosen) })}
          />
        </div>
        <Button
          type="submit"
          className="mt-4"
          disabled={!form.formState.isDirty}
          pending={form.pending}
          pendingLabel="Checking..."
        >
          Check again
        </Button>
      </form>
    </Panel>
  )
}

const columnOf = (chosen: string | number | null) => (chosen === '' || chosen === null ? null : Number(chosen))
