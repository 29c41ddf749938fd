import { Check, Plus } from 'lucide-react'
import { useServices } from '../firm-settings/queries.ts'
import { Button } from '../kit/Button.tsx'

const partsOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

type ServiceButtonsProps = {
  /** Names of services, and other words, separated by commas. */
  value: string
  onChange: (value: string) => void
}

/** The firm's services, each added to a text or removed from it. */
export function ServiceButtons({ value, onChange }: ServiceButtonsProps) {
  const names = useServices()
    .filter(({ isOffered }) => isOffered)
    .map(({ name }) => name)
  const chosen = partsOf(value)
  return (
    <fieldset aria-label="What we offer" className="mt-2 flex flex-wrap gap-2">
      {names.map((name) => {
        // A name may have commas itself.
        const own = partsOf(name)
        const isChosen = own.every((part) => chosen.includes(part))
        const Icon = isChosen ? Check : Plus
        return (
          <Button
            key={name}
            size="small"
            aria-pressed={isChosen}
            onClick={() =>
              onChange((isChosen ? chosen.filter((part) => !own.includes(part)) : [...chosen, name]).join(', '))
            }
          >
            <Icon size={14} />
            {name}
          </Button>
        )
      })}
    </fieldset>
  )
}
