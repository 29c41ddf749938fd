import type { UseFormRegisterReturn } from 'react-hook-form'
import { contactRights, type FolderRights } from '../../domain/folder-rights.ts'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { useSeesPart } from '../session/use-sees-part.ts'
import { rightLabels } from './words.ts'

type RightsFieldsProps = { register: (right: keyof FolderRights) => UseFormRegisterReturn }

/** What they may see, and whether they may sign. Assistants can't give access to money. */
export function RightsFields({ register }: RightsFieldsProps) {
  const seesMoney = useSeesPart('money')
  return (
    <fieldset>
      <legend className="mb-2 text-meta font-semibold text-ink">What they can see and do</legend>
      <div className="space-y-2">
        {contactRights.map(
          (right) =>
            (right !== 'money' || seesMoney) && (
              <CheckboxField key={right} label={rightLabels[right]} {...register(right)} />
            ),
        )}
      </div>
    </fieldset>
  )
}
