import type { ComponentProps } from 'react'
import type { FolderMergePreview, MergePerson } from '../../domain/folder-merge.ts'
import { rightsInWords } from '../folder-contacts/words.ts'
import { SelectField } from '../kit/SelectField.tsx'
import { texts } from './words.ts'

const roles: Record<MergePerson['role'], string> = {
  client: 'Client of this folder',
  contact: 'Contact',
  lead: 'Consultant',
  member: 'Team member',
  creator: 'Created this folder',
}

type MergeAccessProps = {
  plan: FolderMergePreview
  /** The form's field of a person. */
  fieldOf: (
    userId: string,
  ) => Pick<ComponentProps<typeof SelectField>, 'name' | 'ref' | 'onChange' | 'onBlur' | 'error'>
}

/** For each person of the duplicate, whether they get access to the remaining folder; nothing is chosen in advance. */
export function MergeAccess({ plan: { people, intoName }, fieldOf }: MergeAccessProps) {
  const open = people.filter(({ hasAccess }) => !hasAccess)
  const others = people.filter(({ hasAccess }) => hasAccess)
  return (
    <section>
      <h3 className="text-panel text-ink">Access to {intoName}</h3>
      <p className="mt-0.5 text-meta text-ink-3">{open.length > 0 ? texts.mergeAccess : 'No one needs a choice.'}</p>
      {others.length > 0 && (
        <p className="mt-2 text-body wrap-anywhere text-ink-2">Already have access: {others.map(nameOf).join(', ')}.</p>
      )}
      <div className="mt-3 space-y-4">
        {open.map((person) => (
          <SelectField
            key={person.userId}
            label={nameOf(person)}
            help={detailOf(person)}
            empty="Choose access"
            choices={[
              { value: 'add', label: isOnTeam(person) ? 'Add as team member' : 'Add as contact' },
              { value: 'none', label: 'No access' },
            ]}
            {...fieldOf(person.userId)}
          />
        ))}
      </div>
    </section>
  )
}

const isOnTeam = ({ role }: MergePerson) => role !== 'client' && role !== 'contact'

const nameOf = ({ name, email }: MergePerson) => (name === null ? email : `${name} (${email})`)

const detailOf = (person: MergePerson) =>
  person.rights === null ? roles[person.role] : `${roles[person.role]}: ${rightsInWords(person.rights)}`
