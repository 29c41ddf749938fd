import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { type PossibleSigner, type SignerChoice } from '../../domain/signer.ts'
import { FieldNote } from '../kit/Field.tsx'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { portalConfig } from '../kit/config.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { NotFilledIn } from '../kit/NotFilledIn.tsx'
import { SelectField } from '../kit/SelectField.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'
import { DateField } from '../kit/TextField.tsx'
import { possibleSignersIn } from './queries.ts'
import { joined, moved, numbered } from './signer-order.ts'
import { texts } from './words.ts'

type SignerFieldsProps = {
  folderId: string
  noun: 'contracts' | 'documents'
  /** Undefined until someone changes it; then only the client signs. */
  value: readonly SignerChoice[] | undefined
  /** People who have signed and can't be chosen again. */
  signedIds?: readonly (string | null)[]
  error: string | undefined
  onChange: (signers: SignerChoice[]) => void
  signBy: UseFormRegisterReturn
  signByError: string | undefined
}

/** Who signs, in which order, and by when. */
export function SignerFields(props: SignerFieldsProps) {
  const { folderId, noun, value, signedIds = [], error, onChange, signBy, signByError } = props
  const { data, isError, refetch } = useQuery(possibleSignersIn(folderId, noun))
  if (isError) return <NotFilledIn what="Couldn’t load the people who can sign." onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton className="h-24 w-full" />
  const client = data.find(({ isClient }) => isClient)
  const chosen = value ?? (client === undefined ? [] : [{ userId: client.userId, position: 1 }])
  const free = data.filter(
    ({ userId }) => !signedIds.includes(userId) && !chosen.some((each) => each.userId === userId),
  )
  // A team member signs first or last, so never at the same time as someone else.
  const isOfClient = (index: number) => data.find(({ userId }) => userId === chosen[index]?.userId)?.side !== 'firm'
  const change = (next: SignerChoice[]) => onChange(numbered(next))
  return (
    <div className="space-y-4">
      <fieldset>
        <legend className="mb-1.5 text-meta font-semibold text-ink">Signers, in order</legend>
        {chosen.length === 0 ? (
          <p className="text-body text-ink-2">No signers yet.</p>
        ) : (
          <ol className="divide-y divide-line rounded-md border border-line">
            {numbered(chosen).map((signer, index) => (
              <SignerRow
                key={signer.userId}
                signer={signer}
                person={data.find(({ userId }) => userId === signer.userId)}
                isWithAbove={index > 0 && chosen[index - 1]?.position === chosen[index]?.position}
                canJoin={index > 0 && isOfClient(index) && isOfClient(index - 1)}
                isFirst={index === 0}
                isLast={index === chosen.length - 1}
                onMove={(by) => change(moved(chosen, index, by))}
                onJoin={(isTogether) => change(joined(chosen, index, isTogether))}
                onRemove={() => change(chosen.filter((_, at) => at !== index))}
              />
            ))}
          </ol>
        )}
        <FieldNote id="signers-note" help={texts.signers} error={error} />
      </fieldset>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <SelectField
          label="Add signer"
          optional
          empty="Choose a person"
          choices={free.map((person) => ({ value: person.userId, label: `${person.name} (${roleOf(person)})` }))}
          value=""
          onChange={({ target }) => {
            const last = chosen.at(-1)?.position ?? 0
            if (target.value !== '') change([...chosen, { userId: target.value, position: last + 1 }])
          }}
        />
        <DateField label="Sign by" optional error={signByError} {...signBy} />
      </div>
    </div>
  )
}

const roleOf = ({ side, isClient }: PossibleSigner) =>
  side === 'firm' ? portalConfig().provider.name : isClient ? 'client' : 'contact'

type SignerRowProps = {
  signer: SignerChoice
  person: PossibleSigner | undefined
  isWithAbove: boolean
  canJoin: boolean
  isFirst: boolean
  isLast: boolean
  onMove: (by: -1 | 1) => void
  onJoin: (isTogether: boolean) => void
  onRemove: () => void
}

function SignerRow({
  signer,
  person,
  isWithAbove,
  canJoin,
  isFirst,
  isLast,
  onMove,
  onJoin,
  onRemove,
}: SignerRowProps) {
  const name = person?.name ?? 'Someone who can’t sign anymore'
  return (
    <li className="px-3 py-2">
      <div className="flex items-center gap-2">
        <span className="tabular w-5 shrink-0 text-body text-ink-3">{signer.position}.</span>
        <span className="min-w-0 flex-1 text-body wrap-anywhere text-ink">
          {name}
          {person !== undefined && <span className="text-ink-3"> ({roleOf(person)})</span>}
        </span>
        <IconButton label={`Move ${name} up`} disabled={isFirst} onClick={() => onMove(-1)}>
          <ArrowUp />
        </IconButton>
        <IconButton label={`Move ${name} down`} disabled={isLast} onClick={() => onMove(1)}>
          <ArrowDown />
        </IconButton>
        <IconButton label={`Remove ${name}`} onClick={onRemove}>
          <Trash2 />
        </IconButton>
      </div>
      {canJoin && (
        <CheckboxField
          className="ml-7"
          label={`${name} signs at the same time as the person above`}
          checked={isWithAbove}
          onChange={({ target }) => onJoin(target.checked)}
        />
      )}
    </li>
  )
}
