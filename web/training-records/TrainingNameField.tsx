import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useId } from 'react'
import { TextField } from '../kit/TextField.tsx'
import { trainingNamesOf } from './queries.ts'

type TrainingNameFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'list'> & { folderId: string }

/** The name of a training, with suggestions from the obligations for this employer. */
export function TrainingNameField({ folderId, ...field }: TrainingNameFieldProps) {
  const names = useQuery(trainingNamesOf(folderId)).data
  const suggestions = useId()
  return (
    <>
      <TextField label="Training" list={suggestions} autoComplete="off" {...field} />
      <datalist id={suggestions}>
        {names?.suggested.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </>
  )
}
