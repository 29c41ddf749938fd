import type { UseFormRegisterReturn } from 'react-hook-form'
import { type FolderRights, folderRights } from '../../domain/folder-rights.ts'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { rightLabels } from './words.ts'

type RightsFieldsProps = { register: (right: keyof FolderRights) => UseFormRegisterReturn }

/** What they may see. */
export function RightsFields({ register }: RightsFieldsProps) {
  return (
    <fieldset>
      <legend className="mb-2 text-meta font-semibold text-ink">What they can see</legend>
      <div className="space-y-2">
        {folderRights.map((right) => (
          <CheckboxField key={right} label={rightLabels[right]} {...register(right)} />
        ))}
      </div>
    </fieldset>
  )
}
