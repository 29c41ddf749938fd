import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { AssistantPassage } from '../../domain/hr-assistant.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { SearchPicker } from '../kit/SearchPicker.tsx'
import { passagesFor } from './queries.ts'

const maxPassages = 3
const keyOf = ({ policyId, anchor }: AssistantPassage) => `${policyId}#${anchor}`

type PassagePickerProps = { chosen: AssistantPassage[]; onChange: (chosen: AssistantPassage[]) => void }

/** One to three library passages that support the answer. */
export function PassagePicker({ chosen, onChange }: PassagePickerProps) {
  const [words, setWords] = useState('')
  const { data: found = [] } = useQuery(passagesFor(words))
  const free = found.filter((passage) => !chosen.some((each) => keyOf(each) === keyOf(passage)))
  return (
    <div>
      {chosen.length < maxPassages && (
        <SearchPicker
          label="Source passages"
          help={chosen.length === 0 ? 'Choose 1 to 3.' : undefined}
          chosen={null}
          words={words}
          onWords={setWords}
          options={free.map((passage) => ({ id: keyOf(passage), label: passage.heading, detail: passage.title }))}
          nothing={words.trim() === '' ? 'Type a few words.' : 'No matching passages.'}
          onChoose={(key) => {
            const passage = found.find((each) => keyOf(each) === key)
            if (passage !== undefined) onChange([...chosen, passage])
          }}
        />
      )}
      <ul aria-label="Chosen passages" className="mt-3 space-y-3">
        {chosen.map((passage) => (
          <li key={keyOf(passage)} className="flex items-start gap-2">
            <div className="min-w-0 flex-1 border-l-2 border-line pl-3">
              <p className="text-body font-semibold text-ink">
                {passage.title}: {passage.heading}
              </p>
              <p className="mt-0.5 line-clamp-3 text-meta text-ink-2">“{passage.quote}”</p>
            </div>
            <IconButton
              label={`Remove ${passage.heading}`}
              onClick={() => onChange(chosen.filter((each) => keyOf(each) !== keyOf(passage)))}
            >
              <X />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  )
}
